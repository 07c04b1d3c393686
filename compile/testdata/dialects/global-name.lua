global = 1
local global = 2
print(global, global.x)
global()
