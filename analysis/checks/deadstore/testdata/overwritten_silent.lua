-- As in overwritten.lua, and something reads each value.

local function straight()
  local x = 1
  print(x)
  x = 2
  return x
end

local function on_one_path_only(c)
  local x = f()
  if c then
    x = 1
  end
  return x
end

local function by_the_right_side(x)
  print(x)
  x = 1
  x = x + 1
  return x
end

local function by_a_condition(x)
  print(x)
  x = 1
  x = x and 2 or 3
  return x
end

local function next_iteration_reads(c)
  local last
  while c() do
    if last then print(last) end
    last = c()
  end
end

local function numeric_loop_reads(n)
  local a, b = 0, 1
  for _ = 1, n do
    a, b = b, a + b
  end
  return a
end

local function repeat_condition_reads()
  local x
  repeat
    x = f()
  until x
end

local function swap(a, b)
  a, b = b, a
  return a, b
end

local function goto_back(x)
  ::again::
  if x then print(x) end
  x = f()
  if x then goto again end
end

local function underscore(c)
  local _x = 1
  _x = c
  return _x
end
