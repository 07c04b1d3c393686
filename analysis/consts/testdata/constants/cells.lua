-- Captured variables.

do -- one that nobody writes again
  local x = 5
  local function get() return x end
  check(get()) --> 5
  local function inner() return (function() return x + 1 end)() end
  check(inner()) --> 6
  check(x) --> 5
end

do -- one that a closure writes is no constant, not even before
  local flag = false
  check(flag) --> boolean
  local function set() flag = true end
  check(flag) --> boolean
  if flag then
    check(1) --> 1
  end
  set()
  check(flag) --> boolean
  if flag then
    check(2) --> 2
  end
end

do -- a counter keeps its type
  local n = 0
  local function count() n = n + 1 end
  count() count()
  check(n) --> integer
  check(n + 1) --> integer
end

do -- the owner writes more than once
  local x = 1
  local function get() return x end
  check(get()) --> integer
  x = 2
  check(get()) --> integer
  check(x) --> 2
end

do -- what was there before the closure nobody sees
  local x = "never"
  x = 3
  local function get() return x end
  check(get()) --> 3
end

do -- a variable of its own in each turn
  local fs = {}
  for i = 1, 3 do
    local x = i * 2
    local y = 7
    fs[i] = function()
      check(x, y) --> integer, 7
    end
  end
  for i = 1, 3 do fs[i]() end
end

do -- generic for: the variable is there before its scope in the order of the code
  local fs = {}
  for _, v in ipairs { 10, 20 } do
    fs[#fs + 1] = function()
      check(v) --> any
    end
  end
  fs[1]() fs[2]()
end

do -- a finalizer may run while the second closure is made, and find nil
  local odd
  local function even(n) if n == 0 then return true end return odd(n - 1) end
  function odd(n) if n == 0 then return false end return even(n - 1) end
  check(even(4)) --> any
end

do -- set by a callback in a loop
  local done = false
  local function stop() done = true end
  local turns = 0
  while not done do
    turns = turns + 1
    if turns == 3 then stop() end
  end
  check(done) --> boolean
end

do -- an upvalue handed down, written at the bottom
  local v = 1
  local function outer()
    return function() v = "two" end
  end
  outer()()
  check(v) --> integer|string
end

do -- coroutines
  local state = "new"
  local co = coroutine.wrap(function()
    state = "running"
    coroutine.yield()
    state = 1
  end)
  check(state) --> integer|string
  co()
  check(state) --> integer|string
  co()
  check(state) --> integer|string
end

do -- an error unwinds, the closure keeps what was there last
  local last = 0
  local get = function() return last end
  pcall(function() last = 1 error("x") end)
  check(last, get()) --> integer, integer
end

do -- a parameter and a vararg
  local function f(p, ...)
    local q = ...
    local function g() return p, q end
    check(p, q) --> any, any
    return g
  end
  f(1, 2)
end
