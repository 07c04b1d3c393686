-- Comments that are of use, or may be to others.

local a = 1 -- luaflow: ignore unused-local
local b = 1 -- luacheck: ignore 211/b
local c = 1 ---@diagnostic disable-line: unused-local
print(d) -- luacheck: ignore 113/d
print("") -- luacheck: ignore
local C = {}
function C:plain() return 1 end -- luacheck: ignore 212
if arg then -- luacheck: ignore 542
  -- nothing to do
end
local e = C.e -- luacheck: ignore 211 -- until 542 is in use
-- luacheck: ignore 431 561 631, no self
local function outer(first, ...) -- luacheck: ignore 212/first
  local first = ... -- luacheck: ignore 411 412
  return first
end
print(outer(function(x, y) return y end)) -- luacheck: ignore 212/x
local defensive = nil -- luacheck: ignore 311/defensive
if C.e then defensive = 1 else defensive = 2 end
print(defensive)
-- luaflow: ignore useless-suppression
-- luaflow: ignore dead-store
return C
