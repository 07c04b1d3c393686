-- nil is assigned to let go of a value.

local function a_call_follows(x)
  print(x)
  x = nil
  collectgarbage()
end

local function an_allocation_follows(x)
  print(x)
  x = nil
  return {}
end

local function in_a_loop(c)
  local buffer = c()
  while c() do
    print(buffer)
    buffer = nil
    c()
    buffer = c()
  end
end

local function overwritten_by_a_call(x, big)
  print(x)
  x = nil
  x = big()
  return x
end

local function several(x, y)
  print(x, y)
  x, y = nil
  collectgarbage()
end
