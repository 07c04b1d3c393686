local x, y, f = ...
local function g()
  if not x == y then f() end -- want "with `==`" 582
--   ^^^^^^^^^^
end
g()
x = = not x == y
