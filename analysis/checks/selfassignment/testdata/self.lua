-- Assignments that change nothing.

local function f(x, a, b)
  x = x -- want "^`x` is assigned to itself$"
--^
  a, b = a, b -- want "`a` is assigned to itself" "`b` is assigned to itself"
--^  ^
  a, b = a, f() -- want "`a` is assigned to itself"
--^
  x = (x) -- want "`x` is assigned to itself"
--^
  return x, a, b
end

local up = 1
local function g()
  up = up -- want "`up` is assigned to itself"
--^^
  return up
end

local function two_upvalues(other)
  up, other = up, other -- want "`up` is assigned to itself" "`other` is assigned to itself"
--^^  ^^^^^
  return up, other, g
end

function M:m()
  self = self -- want "`self` is assigned to itself"
--^^^^
  return self
end
