local point = { x = 1, y = 2 }
point.x = 3
local quiet = false
if quiet then point.y = 4 end
print(point.x + point.y)
