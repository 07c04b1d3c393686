-- Functions that something may call.

local function f() end
f()

local g = function() end
return_later = g

do -- mutual recursion that is entered
  local even
  local function odd(n)
    return n ~= 0 and even(n - 1)
  end
  function even(n)
    return n == 0 or odd(n - 1)
  end
  print(even(4))
end

do -- a chain that is entered
  local function inner() end
  local function middle() inner() end
  local function outer() middle() end
  print(outer)
end

do -- used by a function that is no variable's
  local function callback() end
  print(function() callback() end)
end

do -- used by a method
  local function helper() end
  function M:method() helper() end
end

do -- only read in unreachable code
  local function later() end
  do return end
  later()
end

do -- replaced by something else
  local function f() return f end
  f = print
end

do -- assigned to twice
  local f
  f = function() return f end
  f = function() return f end
end

do -- never read, which never-read says
  local f
  f = 1
end

do -- a table of functions
  local t = {f = function() end}
  print(t)
end

local function _private() end
