-- The text that is not understood may call the function.

local function f(a) if a then print(1) end end
f(false)
f(false)
local c = =
