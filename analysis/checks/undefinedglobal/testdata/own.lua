-- luacheck: std lua53
-- What the file assigns is known to it: the assignment is what is reported.
do
  state = 1 -- want "setting undefined global `state`" 111
--^^^^^
  print(state, state.x)
  state.y = 1
  string.trim = print -- want "setting undefined field `string.trim`" 142
--^^^^^^^^^^^
  print(string.trim, string.trim.x, string.ltrim) -- want "undefined field `string.ltrim`" 143
--                                  ^^^^^^^^^^^^
end

-- Only what is outside of functions is defined by that.
-- luacheck: push allow defined top
top = 1
local function f()
  inner = top -- want "setting undefined global `inner`" 111
--^^^^^
end
-- luacheck: pop
print(f, inner)
