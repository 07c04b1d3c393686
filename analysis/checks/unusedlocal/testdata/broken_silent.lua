-- The text that is not understood may use what it can see.

local outside = 1

local function f(a)
  local b = 1
  local c =
end
