-- Parameters of functions all of whose calls are known are not imposed; all others are.

local function called(a, b) -- want "parameter `b` is never used$"
--                       ^
  return a
end
called(1, 2)

local value = function(a, b, ...) -- want "`b` is never used$" "`...` is never used$"
--                        ^  ^^^
  return a
end
local function inside() return value(1) + value "x" + value {} end
print(inside())

local function before(a, b) -- want "`a` is never used, though `b` after it is$" imposed
--                    ^
  return b
end
before(1, 2)

local function stored(a) -- want "`a` is never used$" imposed
--                    ^
end
stored(1)
callbacks.f = stored

local function passed(a) -- want "`a` is never used$" imposed
--                    ^
end
passed(1)
pcall(passed, 1)

local function field(a) -- want "`a` is never used$" imposed
--                   ^
end
print(field(1), field.x)

local function chosen(a) -- want "`a` is never used$" imposed
--                    ^
end
if chosen(1) then
  chosen = print
end

local later
later = function(a) -- want "`a` is never used$" imposed
--               ^
end
later(1)

local function alone(a) -- want "`a` is never used$" imposed
--                   ^
  return alone(1)
end

function global(a) -- want "`a` is never used$" imposed
--              ^
end
global(1)

local function returned(a) -- want "`a` is never used$" imposed
--                      ^
end
returned(1)
return returned
