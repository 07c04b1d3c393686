-- Assignments that change something, or that others report.

local function swap(a, b, c)
  a, b = b, a
  local t = a
  a = b
  b = t
  c, b, a = a, c, b
  return a, b, c
end

local function changed(a, f)
  local t = a
  if f() then t = 1 end
  a = t
  local u = a
  a = f()
  a = u
  return a, t
end

-- In each turn it is another value.
local function turns(list, f)
  local last
  for _, v in ipairs(list) do
    if last then f(last, v) end
    last = v
  end
  local a, b = 1, 2
  while f(a, b) do
    a, b = b, f()
    local c = a
    b = c
  end
  return a, b
end

local function shared(a, call)
  local t = a
  call(function() a = a + 1 end)
  a = t
  local u = a
  call(function() u = 2 end)
  a = u
  return a, t
end

local up
local function others(t, u)
  local x = t.x
  t.x = x
  local g = G
  G = g
  local v = up
  up = v
  t = t
  u = x
  return x, u, function() local w = up up = w return t end
end

-- Nothing reads it afterwards.
local function unread(a, f)
  local t = a
  f(t)
  a = t
end

local function constants(f)
  local a, b = 0, 0
  f(a, b)
  a = 0
  b = nil
  local c = nil
  b = c
  f(a, b)
end

local function quiet(_a, f)
  local t = _a
  f()
  _a = t
  return _a
end

-- A jump back may bring another value.
local function jumps(a, b, f)
  ::again::
  local t = a
  a = f(b)
  if f(t) then goto again end
  local u = t
  t = b
  if f() then t = a end
  u = t
  return a, u
end

local function gone(a, f)
  do return f(a) end
  local t = a
  a = t
  return a
end

return {swap, changed, turns, shared, others, unread, constants, quiet, jumps, gone}
