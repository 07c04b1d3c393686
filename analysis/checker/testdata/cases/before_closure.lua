-- A store that is overwritten before the closure that captures the variable exists.

local function f()
  local x = g() -- want "^value assigned to `x` is never read: overwritten at line 7$" dead-store 311 related=7
  --    ^
  --    ~~~~~~~
  x = 2
  return function() return x end
end

return f
