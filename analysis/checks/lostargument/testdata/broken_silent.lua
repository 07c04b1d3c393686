-- The text that is not understood may assign the function.

local function f(a) return a end
f(1, 2)
local c = =
