-- Calls, methods, tail calls, varargs, and lists of results of unknown length.
local f, g = print, function(...) return ..., select("#", ...) end
f()
f(1, f(2), f(3, ...))
local one, two, three = f(), g(...)
local object = {name = "o", f(), f(), g()}
function object:method(x, ...)
  self.x = x
  return self:method(x, ...)
end
function object.inner.field(...)
  local t = {...}
  return (f(...)), #t
end
object:method(g(object:method(...)))
do
  local a, b, c, d = ...
  a, b, c = (...), b
  return f(a, b, c, d)
end
