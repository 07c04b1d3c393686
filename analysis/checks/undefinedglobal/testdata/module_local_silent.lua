-- luacheck: std lua51
local define, env = _G.module, _G
define("x")
print(anything, env)
set = 1
