-- forward 4:7
local a = 1
local b = 2
local c = 3 --*
local function f(p, q) --*
  local r = p + 1
  return q + 1, r --*
end --*
local x = f(a, b)
local y = f(b, c) --*
local t = {}
t.y = y --*
t.x = x
local seen = 0
if t.y > 3 then --*
  seen = seen + 1 --*
end --*
print(t.x)
print(t.y) --*
return seen, x --*
