break
local = 1
