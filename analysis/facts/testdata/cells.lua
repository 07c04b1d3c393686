-- Captured variables: what closures may read and write, and when.

local function overwrittenBeforeTheClosure()
  local x = 1 -- dead
  x = 2
  return function() return x end
end

local function overwrittenBehindTheClosure(f)
  local x = 1 -- dead: the closure exists, but nothing has run yet
  local get = function() return x end
  x = 2
  f(get)
  x = 3
  f()
  x = 4 -- read by whoever keeps the closure
end

local function onlyWritten(f)
  local n = 0 -- dead
  f(function() n = 1 end)
  n = 2 -- dead
end

local function counter(f)
  local n = 0
  f(function() n = n + 1 end)
  return n
end

local function fromIterationToIteration(f)
  for i = 1, 10 do
    local x -- dead
    x = i
    f(function() return x end)
  end
  local y
  for i = 1, 10 do
    y = i
    f(function() return y end)
  end
  y = nil
end

local function brokenLoop(t)
  local last -- dead
  for k, v in pairs(t) do
    local get = function() return v end
    if k == 1 then break end
    last = get -- dead
  end
  while true do
    local z = t.x
    t.f = function() z = nil end
    if z then return end
    goto continue
    z = 1
    ::continue::
  end
end

local function nested()
  local a, b, c = 1, 2, 3 -- b is only written below: dead
  return function()
    return function()
      b = a
      return function() c = c + 1 end
    end
  end
end

local function recursive(n)
  local function fact(k)
    return k <= 1 and 1 or k * fact(k - 1)
  end
  local twice = 0
  local function even(k) twice = twice + 1 return k == 0 or odd(k - 1) end
  return fact(n)
end

local function finalizers(f)
  local x = 1
  f(function() return x end)
  x = {}
  x = "a"
  local s = f .. f
  x = 5
  return x
end

local function registerUsedAgain(f)
  do
    local captured = 1
    f(function() return captured end)
  end
  local plain = 2 -- dead
  f()
  plain = 3 -- dead
end

local function unreachableClosure(f)
  local x = 1 -- dead
  f()
  do return end
  f(function() return x end)
end

local function environment()
  local _ENV = { print = print }
  print("a")
  _ENV = { print = print }
  return function() return print end
end

local function untilCondition(f)
  repeat
    local done = f()
    f(function() done = true end)
  until done
end
