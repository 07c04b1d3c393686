local f, g = ...
local a
if f() then
  a = 1
  --^
--| nothing is known of this place, nearest line 4 "a"
else
  f(function() return a end)
end
local b
if f() then
  b = 1
  --^
--| nothing is known of this place, nearest line 12 "b"
else
  f(function() return b end)
end
g(function() return b end)
