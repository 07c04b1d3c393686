-- What no function of the debug library can refute, in a file that names one.

local function f(a, b)
  a = a -- want "^`a` is assigned to itself$" self-assignment
--^
  a.b = 1, a -- want "2 values for 1 variable" unbalanced-assignment 531
--         ^
  ::unused:: -- want "never used" unused-label
--^^^^^^^^^^
  do return a, b end
  print(debug.getlocal(1, 1)) -- want "^unreachable code: the function returns at line 10$" unreachable-code related=10
--^^^^^^^^^^^^^^^^^^^^^^^^^^^
end

local function fail() error("no") end
local function g(x)
  fail()
  print(x) -- want "never returns \\(unless `debug\\.getlocal`, which this file names, reaches it\\)$" unreachable-code hint related=17
--^^^^^^^^
end
return f, g
