-- What only unreachable code reads is not unused: without the declaration the name
-- would mean something else there.

local function f(p, ...)
  local x = 1
  local function g() end
  for i = 1, 10 do
    do break end
    print(i) -- want "`break` at line 8 leaves the loop" unreachable-code related=8
--  ^^^^^^^^
  end
  do return end
  print(p, x, g, ...) -- want "the function returns at line 12" unreachable-code related=12
--^^^^^^^^^^^^^^^^^^^
end

return f
