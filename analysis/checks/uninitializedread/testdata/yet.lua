-- Variables that have no value yet.

local x
print(x) -- want "^`x` is nil here: it has no value yet$" 321 related=3
--    ^
x = 1
print(x)

local t
  t.x = 1 -- want "^a field of `t` is assigned, but `t` is nil here: it has no value yet$" 341 related=9
--^
t = {}

local function f(c)
  local y, z
  if c then
    y = 1
  else
    print(y, z) -- want "`y` is nil here" 321 related=15 "`z` is always nil" 221 related=15,21
--        ^  ^
    print(z)
  end
  return y
end

for i = 1, 3 do
  local last
  print(last, i) -- want "`last` is nil here" 321 related=27
--      ^^^^
  last = i
end

local n
n = n + 1 -- want "`n` is nil here" 321 related=33
--  ^

local function g(k)
  local s, u = k
  u = s .. u -- want "`u` is nil here" 321 related=38
--         ^
  return u
end

local c
c = c == f and g -- want "`c` is nil here" 321 related=44
--  ^

local w
local function set() w = 1 end
print(w) -- silent: finalizers may run the closure, which writes
set()
return x, n, c
