-- 5.3 extended
local a, t = 1, {}
a += 2
t.x[a] ..= "y" .. a
_ENV.z -= a
u //= t
if a != 3 && !t || a == 2 then
  a ~= 5 /* a
  comment */
end
for i = 1, 3 do
  local q = function() return i end
  if a == i then continue end
  print(q, `b"c'`)
end
repeat
  if a then continue end
  local z = a
until z
local continue = function() a <<= 1 end
continue()
