-- luacheck: std lua53
local env = _G
setmetatable(env, { __index = function(_, name) return name end })
print(anything)
