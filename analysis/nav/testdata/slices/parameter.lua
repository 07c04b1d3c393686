-- Whoever asks inside a function gets what all callers give.
-- backward 6:10
local one = 1 --*
local two = 2 --*
local function f(a, b) --*
  return a --*
end --*
f(one, 3) --*
f(two, 4) --*
local five = 5
f(6, five) --*
