-- Overwritten before anything reads the value.

local function straight()
  local x = 1 -- want "^value assigned to `x` is never read: overwritten at line 9$" 311 related=9
  --    ^
  --    ~~~~~
  -- (other text between)
  print("x")
  x = 2
  return x
end

local function on_all_paths(c)
  local x = f() -- want "^value assigned to `x` is never read: overwritten at line 18 and at line 22$" 311 related=18,22
  --    ^
  --    ~~~~~~~
  if c then
    x = 1
    print(x)
  else
    print(c)
    x = 2
  end
  return x
end

local function four_times(c)
  local x = 9 -- want "overwritten at line 32, at line 34, at line 36 and 1 more$" 311 related=32,34,36,38
  --    ^
  --    ~~~~~
  if c == 1 then
    x = 1
  elseif c == 2 then
    x = 2
  elseif c == 3 then
    x = 3
  else
    x = 4
  end
  return x
end

local function assignment(x)
  print(x)
  x = {} -- want "overwritten at line 48" 311 related=48
--^
--~~~~~~
  x = 2
  return x
end

local function twice_on_a_line(x)
  print(x)
  x = 1; x = 2 -- want "overwritten at line 54" 311 related=54
--^
--~~~~~
  return x
end

local function by_a_call(x)
  print(x)
  x = 1 -- want "overwritten at line 65" 311 related=65
--^
--~~~~~
  x = f(1)
  return x
end

local function by_an_expression(x, c)
  print(x)
  x = 1 -- want "overwritten at line 74" 311 related=74
--^
--~~~~~
  x = c and 1 or 2 < c
  return x
end

local function in_one_of_several_targets(x, t)
  print(x)
  t.x, x = 1, 2 -- want "overwritten at line 83" 311 related=83
--     ^
  -- the other target stays
  x = t
  return x
end

local function twice_in_one_assignment()
  local x
  x, x = 1, 2 -- want "overwritten at line 89" 311 related=89
--   ^
  return x
end

local function by_the_next_iteration(c)
  local x = 0
  print(x)
  while c() do
    x = f() -- want "overwritten in the next iteration, or its scope ends$" 311
--  ^
--  ~~~~~~~
  end
end

local function a_function_is_not_faded(c)
  local g = function() -- want "overwritten at line 109" 311 related=109
  --    ^
    return 1
  end
  g = c
  return g
end

local function local_function(c)
  local function g() -- want "overwritten at line 118" 311 related=118
  --             ^
    return 1
  end
  g = c
  return g
end

function M:method(c)
  self = c -- want "overwritten at line 126" 311 related=126
--^^^^
--~~~~~~~~
  self = f()
  return self
end
