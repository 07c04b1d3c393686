local x, y, f = ...
do
  if not (x == y) then f() end -- want "^`not \\(x == y\\)` is the same as `x ~= y`$" hint 581
--   ^^^^^^^^^^^^
  f(not (x ~= nil)) -- want "^`not \\(x ~= y\\)` is the same as `x == y`$" hint 581
--  ^^^^^^^^^^^^^^
  repeat f() until not (f(not (x == 1)) == 2) -- want "~= y" hint 581 "~= y" hint 581
--                 ^^^^^^^^^^^^^^^^^^^^^^^^^^
--                        ^^^^^^^^^^^^
  if x ~= y then f() end
end
