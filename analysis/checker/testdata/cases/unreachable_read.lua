-- What only unreachable code reads is not unused: without the declaration the name
-- would mean something else there.

local function f(p, ...)
  local x = 1
  local function g() end
  for i = 1, 10 do -- want "loop runs at most once: `break` at line 9 leaves it" loop-runs-once related=9
--^^^^^^^^^^^^^^^^
    do break end
    print(i) -- want "`break` at line 9 leaves the loop" unreachable-code related=9
--  ^^^^^^^^
  end
  do return end
  print(p, x, g, ...) -- want "the function returns at line 13" unreachable-code related=13
--^^^^^^^^^^^^^^^^^^^
end

return f
