-- Reads of a value, and of a nil that is meant.

local function first(text)
  local pos, tag
  pos, tag = string.find(text, "%w", pos)
  text:byte(pos)
  return tag
end

local function loop(items)
  local last
  for _, item in ipairs(items) do
    if last then print(last) end
    print(last)
    last = item
  end
  return last
end

local function written()
  local x = nil
  print(x)
  local y
  y = nil
  print(y)
  local z = (nil)
  return z
end

local function tests(a)
  local x, y, z, u, v
  if x then print(x) end
  if not y then y = 1 end
  if z == nil then z = 1 end
  u = u or a
  local w = v and v.x
  return w, u, z, y
end

local function branches(c)
  local x
  if c then x = 1 end
  return x
end

local function results()
  local a, b = print()
  local c, d = 1, ...
  return a, b, c, d
end

local function closures(each)
  local count
  each(function() count = 1 end)
  print(count)
  local get, value
  function get() return value end
  value = 1
  return get
end

local _ignored
print(_ignored)

local function again()
  local x
  ::top::
  if x then return x end
  x = 1
  goto top
end

local function upvalue()
  local debug
  return function()
    if debug then print(debug) end
    return not debug, debug == nil
  end
end

local function behind()
  local x
  do return end
  print(x)
end

return first, loop, written, tests, branches, results, closures, again, upvalue, behind
