-- luacheck: std lua53, allow defined top
config = { level = 1 }
function run() return config.level, config.other end
print(run())

local function later() return defined_below end
defined_below = later
_G.by_field = 1
rawset(_G, "by_rawset", 2)
_ENV.by_env = 3
print(by_field, by_rawset, by_env, by_field.x)
