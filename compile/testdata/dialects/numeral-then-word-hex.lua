local a = 1or 2
local b = 1and 2
