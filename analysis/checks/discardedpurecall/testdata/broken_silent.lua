-- Text that is not understood may be what makes a call do something.

local s = "text"
local function f()
  s = = 1
end
string.rep("x", 3)
