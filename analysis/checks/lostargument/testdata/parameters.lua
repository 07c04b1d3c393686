-- Parameters that no call gives a value.

local function rgb(c, m, y) -- want "no call gives `m` or `y` a value" related=7,8
--                    ^^^^
  return 1 - c, 1 - m, 1 - y
end
print(rgb(0.5))
rgb(0.25)

local function name(item, list) -- want "no call gives `list` a value" related=16
--                        ^^^^
  print(item)
  local of = list
  return of.name
end
print(name("a"))

-- Optional ones: tested, compared, with a default, or handed on.
local function options(a, b, c, d, e)
  if a then print(a.x) end
  b = b or {}
  print(b.x)
  if c == nil then return 1 end
  print(type(d) == "table" and d.x)
  return c.x + 1, string.rep("x", 2, e)
end
options()

-- One that a closure uses, or that others may give.
local function keep(a, b)
  return function() return a.x + b.x end
end
print(keep(1))
local function exported(a, b) return a.x + b.x end
exported(1)
local function expanded(a, b) return a.x + b.x end
expanded(...)

-- One that is called by itself alone is for another check.
local function again(a, b)
  if a > 0 then return again(a - 1) end
  return b.x
end
return exported
