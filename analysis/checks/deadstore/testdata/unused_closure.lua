-- A closure that nothing calls reads no value; one that may be called does.

local function dead(x)
  local a = x
  local function unused() return a end
  print(a)
  a = 2 -- want "^value assigned to `a` is never read: only unused functions read it$" 311
--^
--~~~~~
  x()
end

local function alive(x)
  local a = x
  x(function() return a end)
  print(a)
  a = 2
  x()
end

local function ring(x)
  local a = x
  print(a)
  local f, g
  function f() return a, g() end
  function g() return f() end
  a = 2 -- want "^value assigned to `a` is never read: overwritten at line 30$" 311 related=30
--^
--~~~~~
  a = x -- want "^value assigned to `a` is never read: only unused functions read it$" 311
--^
--~~~~~
  x()
end

return dead, alive, ring
