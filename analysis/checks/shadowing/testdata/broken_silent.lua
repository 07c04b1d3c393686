-- Text that cannot be understood may be what comes between.

local a = 1
local = 2
local a = 3
