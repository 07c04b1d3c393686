-- A variable that a closure gives another table, whose length is taken.
local fs1 = {}
for d = 1, 3 do
  local c = {5}
  fs1[1] = function() c = {7} end
  d = 1 | #c
end
for z = 1, math.min(4, 1) do
end
