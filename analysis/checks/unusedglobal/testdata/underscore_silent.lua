-- luacheck: std lua53, allow defined
local y
_, y = string.find("text", "x")
__ = y
