-- luacheck: std lua53
do
  state = 1 -- want "setting undefined global `state`" 111
--^^^^^
  print(state) -- want "undefined global `state`" 113
--      ^^^^^
  string.trim = print -- want "setting undefined field `string.trim`" 142
--^^^^^^^^^^^
  print(string.trim) -- want "undefined field `string.trim`" 143
--      ^^^^^^^^^^^
  _G.field = 1
  print(field) -- want "undefined global `field`" 113
--      ^^^^^
end
-- luacheck: push allow defined
defined = 1
-- luacheck: pop
print(defined)
