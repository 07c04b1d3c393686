local a, b = ...
if a == 1 or a == 1 or a == 1 then g() end
if a and b and a then
  local x = b and a
  g(x)
  x = a
end
local function unneeded()
  if a and a then g() end
end
