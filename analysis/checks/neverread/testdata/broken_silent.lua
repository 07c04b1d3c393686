-- The text that is not understood may read what it can see.

local x = 1
x = 2
local y = = 1
