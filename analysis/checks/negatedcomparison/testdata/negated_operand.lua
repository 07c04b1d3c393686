local x, y, f, z = ...
do
  if not x == y then f() end -- want "^`not` applies to the left operand only: this compares a boolean with `==`$" 582
--   ^^^^^^^^^^
  if not f(x) ~= 1 then f() end -- want "with `~=`" 582
--   ^^^^^^^^^^^^^
  if z and not x.a < y then f() end -- want "with `<`" 582
--         ^^^^^^^^^^^
  while not x >= not y do f() end -- want "with `>=`" 582
--      ^^^^^^^^^^^^^^
  local a = not x == nil -- want "with `==`" 582
--          ^^^^^^^^^^^^
  f(a, not x == "a", { not x > 1 }) -- want "with `==`" 582 "with `>`" 582
--     ^^^^^^^^^^^^
--                     ^^^^^^^^^
  if (not x) == y then f() end
  if x == not y then f() end
  return function() return not x == y.z end -- want "with `==`" 582
--                         ^^^^^^^^^^^^
end
