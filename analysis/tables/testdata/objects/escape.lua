-- Where tables go. `stays NAME` groups the constructors of one object.

local function keeps(...) end

local function passed_on()
  local a = {} -- escapes
  keeps(a)
  local b = {} -- escapes
  b:method()
  local c = {} -- escapes
  return c
end

local function global()
  local a = {} -- escapes
  Global = a
  local b = {} -- escapes
  Global.field = b
  local c = {} -- escapes
  Global[c] = true
end

local function inside()
  local inner = {} -- stays inner
  local outer = {inner} -- stays outer
  outer.x = 1
  local kept = {} -- escapes
  local keeper = {kept} -- escapes
  keeps(keeper)
end

local function taken_out()
  local inner = {} -- escapes
  local outer = {} -- stays outer2
  outer.inner = inner
  keeps(outer.inner)
end

local function key_taken_out()
  local key = {} -- escapes
  local t = {} -- stays t
  t[key] = 1
  for k in next, t do Global = k end
end

local function metatable()
  local a, b = {}, {} -- escapes escapes
  setmetatable(a, b)
end

local function operands(x)
  local a = {} -- escapes
  local s = a + x
  local b = {} -- escapes
  s = b == x
  local c = {} -- escapes
  s = c .. "x"
  local d = {} -- escapes
  s = x[d]
  local e, f = {}, {} -- stays e stays e
  s = e == f
  local g = {} -- stays g
  s = #g, not g
  if g == nil or g == "x" then g.x = 1 end
end

local function merged(x)
  local a = x or {} -- escapes
  a.x = 1
  local b
  if x then b = {} else b = {} end -- stays b stays b
  b.x = 1
  local c = {} -- stays c
  while x do c = {c} end -- stays c
end

local function captured()
  local t = {} -- stays t2
  local function add(v) t[#t + 1] = v end
  add(1)
  local u = {} -- escapes
  local function get() return u end
  keeps(add, get)
end

local function replaced_by_closure()
  local t = {} -- escapes
  local function set(v) t = v end
  keeps(set)
  t.x = 1
  local u = {} -- stays u
  local function new() u = {} end -- stays u
  keeps(new)
  u.x = 1
end

local function through_levels()
  local t = {} -- stays t3
  local function outer()
    local function inner() t.x = {} end -- escapes
    inner()
    return function() return t.x end
  end
  keeps(outer)
end

local function loops()
  for i = 1, 3 do
    local t = {} -- stays t4
    t[i] = i
    keeps(function() t.n = i end)
  end
end

local function varargs(...)
  local t = {...} -- stays t5
  local u = {keeps(t[1])} -- stays u2
  u.n = #u
end

local function environment()
  local _ENV = {} -- stays env
  x = 1
  y = x
end

local function like_a_string(s)
  local text = "text"
  local get = function() return text end
  local t = text.cache or {} -- escapes
  t.x = 1
end

do
  local t
  local function init() t = {} end -- stays t6
  init()
  t.x = 1
end

local insert = table.insert
local function standard(x)
  local t = {} -- stays t7
  insert(t, 1)
  table.insert(t, 2, x)
  for i, v in ipairs(t) do x[i] = #v end
  for k, v in pairs(t) do x[k] = v end
  local u = {} -- escapes
  table.insert(t, u)
  print(next(t), rawlen(t), rawget(t, 1), table.concat(t), select("#", table.unpack(t)))
  local first = {} -- stays first
  local second = rawset(first, 1, 2)
  second.x = assert(first)
  local sorted = {} -- stays sorted
  local element = {} -- escapes
  sorted[1] = element
  table.sort(sorted, x)
  local v = {} -- escapes
  x(pairs(v))
  local w = {} -- escapes
  if type(w) == "table" then pcall(x, w) end
  local y = {} -- stays y
  if type(y) == "table" and rawequal(y, x) then return #y end
  local z = {} -- stays z
  return table.concat(z)
end

local function shadowed(x)
  local ipairs = x
  local t = {} -- escapes
  for _ in ipairs(t) do end
  local function inner()
    local table = x
    local u = {} -- escapes
    table.insert(u, 1)
  end
  inner()
end
