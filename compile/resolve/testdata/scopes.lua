local a, b = 1, a
local function f(p, q, ...)
  a = p + b
  local a = a
  return function() a = q; _ENV.x = y; return f end
end
for i = 1, a do local i = i; b = i end
for k, v in pairs(a) do v = k end
repeat local r = b until r
do local _ENV = {}; function z() return w end end
function f:m(self) return self end
local unused
local written
written = 1
goto done
do ::inner:: goto inner end
::done:: ::never::
