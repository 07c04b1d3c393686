-- What other checks report, or nothing.

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
