-- What other checks report, or nothing.

local function unreachable_read(c)
  local x = 1
  print(c)
  x = 2
  do return c end
  print(x)
end

local function in_a_closure_that_is_never_made(c)
  local x = 1
  x = 2
  do return c end
  c(function() return x end)
end

local function never_read(c)
  local x = 1
  x = c
end

local function self_assignment(x)
  print(x)
  x = x
end

local function underscore(_c)
  print(_c)
  _c = 1
end

local function infinite(x)
  print(x)
  while true do x = f(x) end
end
