local x <const> = 1
local y
y, x =
1, 2
