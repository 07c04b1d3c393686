-- luacheck: std lua53
local t, s = table, string
local format = s.format
local unset = nothing -- want "undefined global `nothing`" 113
--            ^^^^^^^
do
  t.foo() -- want "^undefined field `table.foo`$" 143
--^^^^^
  t.bar = 1 -- want "^setting undefined field `table.bar`$" 142
--^^^^^
  t.concat = 1 -- want "^setting read-only field `table.concat`$" 122
--^^^^^^^^
  print(format.x, s:size(), unset.x) -- want "`string.format.x`" 143 "`string.size`" 143
--      ^^^^^^^^
--                ^^^^^^
  local function inner()
    return t.zip, s.rep -- want "`table.zip`" 143
--         ^^^^^
  end
  inner()
  local u
  u = math
  print(u.zip, u.pi) -- want "`math.zip`" 143
--      ^^^^^
  print(t.concat, t, s, u)
end
