-- The text that is not understood may assign the function.

local function f(a) return a end
local x, y = f(1)
local c = =
