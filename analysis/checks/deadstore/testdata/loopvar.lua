-- Values that a caller or a loop gives, overwritten before their first read.

local function param(n) -- want "^parameter `n` is overwritten at line 5 before it is read$" 312 related=5
--                   ^
  n = 2
  return n
end

local function on_all_paths(a, n) -- want "^parameter `n` is overwritten at line 12 and at line 14 before it is read$" 312 related=12,14
  --                           ^
  if a then
    n = 2
  else
    n = 3
  end
  return n
end

local function or_not_read(a, n) -- want "^parameter `n` is overwritten at line 22 before it is read, or never read$" 312 related=22
  --                          ^
  if a then
    n = 2
    return n
  end
end

for i = 1, 10 do -- want "^loop variable `i` is overwritten at line 29 before it is read$" 313 related=29
--  ^
  i = f()
  print(i)
end

for k, v in pairs(t) do -- want "^loop variable `v` is overwritten at line 35 before it is read$" 313 related=35
--     ^
  v = f(k)
  print(v)
end
