-- Comments that are of use, or may be to others.

local a = 1 -- luaflow: ignore unused-local
local b = 1 -- luacheck: ignore 211/b
local c = 1 ---@diagnostic disable-line: unused-local
print(d) -- luacheck: ignore 113/d
print("") -- luacheck: ignore
-- luacheck: ignore 431 561 631, no unused secondaries
-- luaflow: ignore useless-suppression
-- luaflow: ignore dead-store
