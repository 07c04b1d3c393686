-- A parameter that is overwritten before its first read.

local function f(n) -- want "^parameter `n` is overwritten at line 5 before its first read$" dead-store 312 related=5
--               ^
  n = g()
  return n
end

return f
