local x, y, f = ...
local function g()
  if not x == y then f() end -- want "by `==`" 582
--   ^^^^^^^^^^
end
g()
x = = not x == y
