-- As in ends.lua, and something reads each value.

local function last_store(x)
  print(x)
  x = 1
  return x
end

local function end_of_a_block(c)
  local x = 0
  if c then
    x = c.x
    print(x)
    x = x .. "!"
  end
  print(c, x)
end

local function one_way(c)
  local x = 1
  print(x)
  x = 2
  if c then
    x = 3
    return x
  end
  return x
end

local function before_break(c)
  local found
  for _, v in ipairs(c) do
    if v.y then
      found = v
      break
    end
  end
  return found
end

local function variable_of_an_outer_block(c)
  local n = 0
  for _ = 1, c do
    do
      n = n + 1
    end
  end
  return n
end

local x = f()
print(x)
x = 2
return x
