-- A text that is not understood.
local function f(a)
  if a then elseif a then end
  a, b = 1
  do end end
  return
end

local function g(a
  if a then elseif a then end a, b = 1
  return
end
