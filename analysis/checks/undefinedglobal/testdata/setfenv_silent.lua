-- luacheck: std lua51
local function f() return anything end
setfenv(f, { anything = 1 })
