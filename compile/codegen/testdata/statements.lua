local a, b, c
local d
local e, f = nil
local g, h, i = f(), nil
local j, k = (f())
local l = nil
l = nil
a, b = nil, nil
a = nil b = nil c = nil
do local x, y; local z = 1; x = y; local w end
do end
while a do b = 1 end
while true do if a then break end if b then break; end if c then break else d = 1 end end
while nil do a = 1 end
while a and b or c do local x = a; f = function() return x end end
repeat local x = a; local y = function() return x end until x == y
repeat if a then break end until false
repeat until a and b
for x = 1, 10 do a = x end
for x = a, b, -1 do if x then break end local y; f = function() return y, x end end
for x in pairs(a) do b = x end
for x, y, z in f, a, b do c = function() z = x end end
for x in a do for y in b do if x == y then goto continue end end ::continue:: end
if a then elseif b then else end
if a then b = 1 elseif b then c = 2 else d = 3 end
if a == b then goto out end
if not a then goto out; else b = 1 end
if a then goto out b = 1 end
if nil then a = 1 end
if false then break_ = 1 end
if true then a = 1 else b = 2 end
if 1 then a = 1 end
if a and (b or c) and not d then e = 1 end
::out::
do
  ::top:: ; ::again::
  local x = a
  f = function() return x end
  if a then goto top end
  if b then goto again end
end
do
  goto skip
  local x
  ::skip:: ;;
end
function f() end
function a.b.c(x) return self, x end
function a.b:c(...) return self, ... end
local function rec(n) if n == 0 then return n end return rec(n - 1) end
f(a)(b){}""
a.b = function() end
;;;
do return end

-- Stores that one LOADNIL serves, and such as need no instruction.
local function nils(a, b, c)
	b = a
	a = nil
	b = nil
	a, b = nil
	c = a and c
	c = a and c or c
	b, c = b, c
	c = (c)
	return a, b, c
end

return rec(1)
