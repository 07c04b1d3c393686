-- Assignments that change something, or may.

local function f(x, a, b, t)
  local x = x
  a, b = b, a
  x = x or 1
  x = x()
  x, x = x, 1
  global = global
  t.x = t.x
  t[x] = t[x]
  a, b = b
  return x, a, b
end

local up = 1
local function restore(f)
  up, result = up, f() -- f may assign to up
  local function set() up = 2 end
  return set
end

local function restore_own(f)
  local own = 1
  local function set() own = 2 end
  own, result = own, f(set)
  return own
end

local function through_a_metamethod(t)
  local own = 1
  local function set() own = 2 end
  t.x, own = 1, own
  return own, set
end

local function underscore(_x)
  _x = _x
end

do
  local _ENV = {x = 1}
  x = x
end
