-- Reads that a nil does not get to, or that only a nil gets to.

local function search(list)
  local found
  for i, v in ipairs(list) do
    if v == 1 then
      found = i
      break
    end
  end
  if not found then error("none") end
  return found + 1
end

local function tests(c)
  local x, y, z
  if c then x, y, z = 1, 1, 1 end
  if x == nil then x = 2 end
  if y then print(y) end
  z = z or 3
  return x + z, y and y.z, not y
end

local function only(c)
  local x
  if c then x = 1 print(x) end
  local y
  if c then print(y) end
  y = 1
  return y
end

local function all(c)
  local x
  if c then x = 1 else x = 2 end
  return x
end

local function callback(each)
  local x
  each(function() x = 1 end)
  return x
end

local function again(text)
  local pos, tag
  repeat
    pos, tag = string.find(text, "%w", pos)
  until not tag
  if not pos then return end
  return pos
end

local function never(c)
  local x
  if c then
    x = 1
  else
    error("no")
  end
  return x
end

local function known()
  local DEBUG = true
  local x
  if DEBUG then x = 1 end
  return x
end

local function twice(c)
  local _x
  if c then _x = 1 end
  return _x
end

local function value(c)
  local x = nil
  if c then x = 1 end
  return x
end

return search, tests, only, all, callback, again, never, known, twice, value
