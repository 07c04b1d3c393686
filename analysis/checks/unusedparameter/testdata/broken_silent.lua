-- The text that is not understood may use what it can see.

local function f(a, ...)
  local c = =
end
