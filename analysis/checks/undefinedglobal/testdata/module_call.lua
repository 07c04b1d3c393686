-- luacheck: std lua51
do
  print(before) -- want "undefined global `before`" 113
--      ^^^^^^
end
module("x", package.seeall)
print(behind)
function of_module() end
