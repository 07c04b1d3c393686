-- backward 14:7
local function pack(first, ...) --*
  local a, b = ... --*
  return first, a + b --*
end --*
local function pair()
  return 1, 2
end
local one = 1 --*
local two = 2 --*
local x, y = pack(one, two, 3) --*
local v, w = pack(9, pair())
print(x, v, w)
print(y) --*
