-- Every statement can be reached, as far as the graph knows.

local function break_then_label(x)
  for _, v in pairs(x) do
    if v then
      do break end
      ::skip::
    end
  end
  while x do
    break ::done::
  end
end

local function loop_with_break(x)
  while true do
    if x() then break end
  end
  print(x)
end

local function loop_left_by_goto(x)
  while true do
    if x() then goto out end
  end
  ::out::
  print(x)
end

local function one_branch(x)
  if x then
    return 1
  end
  print(x)
end

local function constant_that_is_a_variable(x)
  local DEBUG = false
  if DEBUG then print(x) end
  if false then print(x) end
end

local function continue(x)
  for i = 1, x do
    if i == 2 then goto continue end
    print(i)
    ::continue::
  end
end

local function jumped_over(x)
  goto middle
  ::back::
  do return x end
  ::middle::
  goto back
end

local function last_return(x)
  if x then return 1 else return 2 end
end

local function repeat_until_true(x)
  repeat
    if x then break end
    print(x)
  until true
  print(x)
end

local function loop_that_runs_once(x)
  for _, v in pairs(x) do
    do return v end
  end
  while x do
    return 1
  end
  return nil
end

local function break_behind_a_branch(x)
  while x do
    if x() then
      print(x)
    else
      return
    end
    break
  end
  while x do
    if x() then
      print(x)
    else
      return
    end
    do goto done end
  end
  ::done::
end

-- The loop leads straight behind both blocks, of which only the jumps are left.
local function two_threaded(n)
  while n < 3 do n = n + 1 end
  do
    goto over
    ::over::
  end
  do
    goto over_too
    ::over_too::
  end
  return n
end
