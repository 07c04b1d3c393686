-- More values than variables, or fewer.

local function many(f, t, ...)
  local a = 1, 2 -- want "2 values for 1 variable: the rest is discarded" 531
--             ^
  local b, c = f(), f(), f(), f() -- want "4 values for 2 variables: the rest" 531
--                       ^^^^^^^^
  a, t.x = a, b, c -- want "3 values for 2 variables: the rest is discarded" 531
--               ^
  t.x = f(), ... -- want "2 values for 1 variable:" 531
--           ^^^
  global = 1, nil -- want "2 values for 1 variable" 531
--            ^^^
  return a
end

local function few(f, t, a, b)
  a, b = 1 -- want "1 value for 2 variables: the rest becomes nil" 532
--   ^
  a, b, t.x, t[a] = 1, b -- want "2 values for 4 variables" 532
--      ^^^^^^^^^
  a, b = (f()) -- want "1 value for 2 variables" 532
--   ^
  a, b = a or f() -- want "1 value for 2 variables" 532
--   ^
  a, b = b -- want "1 value for 2 variables" 532
--   ^
  return a, b
end
