-- Fields of what may be more than one thing, or anything.
local function parameter(t)
  t.x = 1
  return t.y
end
local a = {}
if parameter() then a = {} end
a.x = 1
local b = {}
local function exchange() b = {} end
exchange()
b.x = 1
local function writer() b.x = 2 end
writer()
local c = parameter() and Known or Other --> Known read; Other read
c.x = 1
for _, item in ipairs(list) do item.x = 1 end --> list read
local d = {}
for _ = 1, 2 do d = d.next end
print(d.x)
local key = parameter()
local e = {}
e[key] = 1
e[key].x = 2
print(("text").x, (...).x, a.x.y)
local name = "a"
if parameter() then name = "b" end
print(require(name).x, require "m".x, require().x) --> (m) required read; (m).x read
local module
if parameter() then module = require "m" else module = require "n" end --> (m) required read; (n) required read
return module.x
