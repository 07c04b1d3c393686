const a = 1
local f = a
-> 1
