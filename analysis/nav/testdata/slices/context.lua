-- A function that is called twice hands back to each caller what that has given.
-- backward 14:7
local function twice(n) --*
  return n + n --*
end --*
local function both(a, b)
  return a, twice(b)
end
local one = 1
local two = 2 --*
local three = 3
local x = twice(one)
local y = twice(two) --*
print(y) --*
print(x, both(three, three))
