-- A parameter that is overwritten before it is read.

local function f(n) -- want "^parameter `n` is overwritten at line 5 before it is read$" dead-store 312 related=5
--               ^
  n = g()
  return n
end

return f
