-- nil is assigned, and nothing can happen any more before the variable ends.

local function f(x)
  print(x)
  x = nil -- want "^value assigned to `x` is never read: its scope ends$" hint 311
--^
--~~~~~~~
end

local function g(x)
  print(x)
  x = nil -- want "its scope ends$" hint 311
--^
--~~~~~~~
  return true
end

local function h(c)
  while c() do
    local x = c()
    print(x)
    x = nil -- want "its scope ends$" hint 311
--  ^
--  ~~~~~~~
  end
end

local function overwritten_at_once(x)
  print(x)
  x = nil -- want "overwritten at line 33" hint 311 related=33
--^
--~~~~~~~
  x = 1
  return x
end
