-- Statements that no path leads to.

local function after_return(x)
  do return x end
  print(x) -- want "^unreachable code: the function returns at line 4$" related=4
--^^^^^^^^
end

local function a_run(x)
  do return x end
  local y = x -- want "returns at line 10$" related=10 fade=11-16
--^^^^^^^^^^^
  ::label::
  if y then
    print(y)
  end
end

local function both_branches(x)
  if x then
    return 1
  else
    return 2
  end
  print(x) -- want "^unreachable code: no branch of the `if` at line 20 gets here$" related=20
--^^^^^^^^
end

local function endless(x)
  while true do
    print(x)
  end
  print(x) -- want "^unreachable code: the loop at line 30 never gets here$" related=30
--^^^^^^^^
end

local function endless_with_return(x)
  while true do
    if x() then return end
  end
  print(x) -- want "the loop at line 38 never gets here$" related=38
--^^^^^^^^
end

local function nested_block(x)
  do
    while 1 do x() end
  end
  print(x) -- want "the loop at line 47 never gets here$" related=47
--^^^^^^^^
end

local function after_break(x)
  for _, v in pairs(x) do
    do break end
    print(v) -- want "^unreachable code: `break` at line 55 leaves the loop$" related=55
--  ^^^^^^^^
  end
end

local function after_goto(x)
  goto out
  print(x) -- want "^unreachable code: `goto out` at line 62 jumps away$" related=62
--^^^^^^^^
  ::out::
  return x
end

local function repeat_that_returns(x)
  repeat
    do return x end
    x = x + 1 -- want "returns at line 71$" related=71
--  ^^^^^^^^^
  until x > 10
  print(x) -- want "the loop at line 70 never gets here$" related=70
--^^^^^^^^
end

local function first_line_only(x)
  do return end
  for i = 1, x do -- want "returns at line 80$" related=80 fade=81-84
--^^^^^^^^^^^^^^^
    print(i)
  end
end

local function constant_condition(x)
  if true then
    return x
  end
  print(x) -- want "no branch of the `if` at line 88 gets here$" related=88
--^^^^^^^^
end

local function else_of_a_constant(x)
  if true then
    print(x)
  else
    print(1) -- want "^unreachable code: the condition at line 96 is always true$" related=96
--  ^^^^^^^^
  end
  if x then
    print(x)
  elseif 1 and "a" then
    print(2)
  elseif x then
    print(3) -- want "the condition at line 104 is always true$" related=104
--  ^^^^^^^^
  end
end

local function two_runs(x)
  do
    do return end
    x() -- want "returns at line 114$" related=114
--  ^^^
  end
  x(1) -- want "returns at line 114$" related=114
--^^^^
end

local function a_function_inside(x)
  do return x end
  local function f() -- want "returns at line 123$" related=123 fade=124-128
--^^^^^^^^^^^^^^^^^^
    do return end
    x()
  end
end

local function a_comment_in_the_line(x)
  do return x end
  while x do --[[ one ]] -- want "returns at line 132$" related=132 fade=133-136
--^^^^^^^^^^
    x()
  end
end

local function a_dead_break(x)
  while x do
    if x() then return 1 else return 2 end
    break -- want "no branch of the `if` at line 141 gets here$" related=141
--  ^^^^^
  end
end

-- The `goto` leads straight behind the `if`, of which only a jump is left.
local function threaded(x)
  do goto over ::over:: end
  if 0.5 then
  else
    x() -- want "the condition at line 150 is always true$" related=150
  --^^^
  end
end

local function declarations(x)
  do
    goto out
    local a -- want "jumps away$" related=159 fade=160-162
--  ^^^^^^^
    local b
    ::out::
    local c
  end
  return x
end
