-- luacheck: std lua53
local names = ...
for k, v in pairs(names) do _G[k] = v end
print(defined_by_that, defined_by_that.x)
do
  set = 1 -- want "setting undefined global `set`" 111
--^^^
  print(table.foo) -- want "undefined field `table.foo`" 143
--      ^^^^^^^^^
end
