-- Behind loops that are left, or may be.

local function left(x)
  repeat
    if x() then break end
  until false
  print(x)
end

local function left_by_goto(x)
  repeat
    repeat
      if x() then goto out end
    until false
  until nil
  ::out::
  print(x)
end

local function switched_loop(x)
  local ONCE = false
  repeat
    x()
  until ONCE
  print(x)
end

local function left_with_a_switch(x)
  local DEBUG = false
  repeat
    if DEBUG then break end
    x()
  until false
  print(x)
end

local function loop_that_is_left_by_default(x)
  repeat x() until true
  repeat x() until not false
  print(x)
end
