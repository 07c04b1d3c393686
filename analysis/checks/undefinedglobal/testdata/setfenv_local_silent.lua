-- luacheck: std lua51
local setfenv = setfenv
local function f() return anything end
local function g() setfenv(f, { anything = 1 }) end
g()
