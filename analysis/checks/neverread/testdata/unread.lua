-- Variables that are assigned to and never read.

do
  local x = 1 -- want "^local `x` is never read, only assigned at line 6$" 231 related=6
--      ^
  x = 2
end

do
  local x -- want "^local `x` is never read, only assigned at line 13 and at line 15$" 231 related=13,15
--      ^
  if f() then
    x = 1
  else
    x = 2
  end
end

do -- in a closure
  local count = 0 -- want "`count` is never read, only assigned at line 23$" 231 related=23
--      ^^^^^
  register(function(n)
    count = n
  end)
end

do
  local g -- want "^local `g` is never read, only assigned at line 30 and at line 31$" 231 related=30,31
--      ^
  function g() end
  function g() end
end

do
  local function g() end -- want "^local function `g` is never read, only assigned at line 37$" 231 related=37
--               ^
  g = print
end

local function parameter(a) -- want "^parameter `a` is never read, only assigned at line 42$" 232 related=42
--                       ^
  a = 1
end

for i = 1, 10 do -- want "^loop variable `i` is never read, only assigned at line 47$" 233 related=47
--  ^
  i = 2
end

for _, v in pairs(t) do -- want "^loop variable `v` is never read, only assigned at line 52$" 233 related=52
--     ^
  v = 2
end

do -- second values only
  local ok, err = pcall(f) -- want "`err` is never read, only assigned at line 59; another value of the call is used$" hint 231 related=59
--          ^^^
  print(ok)
  ok, err = pcall(f)
  print(ok)
end

do -- second values, and a declaration without a value of its own
  local len, pos, err = 0, 1 -- want "`len` is never read, only assigned at line 66; another value of the call is used$" hint 231 related=66 "`err` is never read, only assigned at line 66; another value of the call is used$" hint 231 related=66
--      ^^^       ^^^
  len, pos, err = g(pos)
  print(pos)
end

do -- a value of its own, too
  local ok, err = pcall(f) -- want "`err` is never read, only assigned at line 74$" 231 related=74
--          ^^^
  print(ok)
  err = 1
end

do
  local n = 0 -- want "only assigned at line 80, at line 81, at line 82 and 1 more$" 231 related=80,81,82,83
--      ^
  n = 1
  n = 2
  n = 3
  n = 4
end
