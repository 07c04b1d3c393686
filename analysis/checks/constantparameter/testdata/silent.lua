-- Parameters of which nothing is to be said.

-- The calls give different values, or one that is not known.
local function differ(a, b, c, d)
  if a then print(1) end
  if b == "x" then print(2) end
  if c then print(3) end
  if d then print(4) end
end
differ(true, "x", true, ...)
differ(false, "y", os.getenv("C"), false)
local function open(a, b) if b then print(a) end end
open(1, nil)
open(tostring(1):gsub("1", "2"))

-- Others may call it.
local function public(a) if a then print(1) end end
public(false)
public(false)
local function visit(a) if a then print(1) end end
visit(false)
table.sort({ 1, 2 }, visit)

-- Defaults.
local function count(list, limit, step, first)
  if not limit then limit = 10 end
  if step == nil then step = 1 end
  local from = first or 1
  for i = from, limit, step do print(list[i]) end
end
count({ 1 })
count({ 2 })
local function set(t, k, quick)
  if quick == nil or quick == false then t[k] = 1 end
end
set({}, 1)
set({}, 2)

-- What is assigned in front of the condition, here or by a closure; what is not asked for.
local function assigned(a, b, _c, d)
  a = os.getenv("A")
  local function change() b = os.time() > 0 end
  change()
  if a then print(1) end
  if b then print(2) end
  if _c then print(3) end
  return d and 1 or 2
end
assigned(false, false, false, false)
assigned(false, false, false, false)

-- Written for further calls.
local function round(n, digits)
  if digits and digits > 0 then return n - n % 10 ^ -digits end
  return n - n % 1
end
print(round(1.25, 1), round(2.25, 1))
local function option(kind, name)
  if kind == "bool" then return name end
  return tostring(name)
end
print(option("bool", "x"))
local function both(a, b) if (a and b) == nil then print(a) end end
both(false, 1)

local function nest(kind, n)
  if kind == "list" and n > 0 then nest(kind, n - 1) end
end
nest("list", 3)

-- It hands on something else to itself, and is called with that.
local function down(n, inner)
  if inner then print(n) end
  if n > 0 then down(n - 1, true) end
end
down(3, false)
local function swap(a, b, n)
  if a then print(n) end
  if n > 0 then swap(b, a, n - 1) end
end
swap(false, true, 3)

-- Never called.
local function unused(a) if a then return 1 end end
return public
