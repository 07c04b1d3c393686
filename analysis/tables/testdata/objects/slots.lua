-- Accesses to fields.

local t = {10, 20, x = 1, [3] = 2, [4.0] = 3, [2^53] = 4, [1.5] = 5, [true] = 6}
t.x = t.y
t[1] = t[1.0]
t["x"] = nil
local k = "x"
t[k] = #t
local function inner(i)
  t[i] = t[false]
  local name = "z"
  return t[name]
end
for i = 1, 3 do t[i] = i end
local u = {}
u[inner] = 1
local v = {}
