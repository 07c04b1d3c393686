-- A program with findings of its own, which must stay the same.
local unused = 1
local function first(a, b)
  local x = a
  x = a + 1
  for i = 1, 3 do
    local y = i
    y = 2
    print(y)
  end
  if x then
    return x
  end
  do return b end
  print "never"
end

local function second(list)
  local n, total = 0, 0
  for _, v in ipairs(list) do
    total = total + v
    n = n + 1
  end
  local z = n
  return total
end

local done = false
local function third(callback)
  local result
  callback(function(v)
    result = v
    done = true
  end)
  while not done do
    callback()
  end
end

local function ring(n)
  return ring(n - 1)
end

goto over
print(1)
::over::
print(first(1, 2), second { 1, 2 }, third)
local last = 5
last = 6
