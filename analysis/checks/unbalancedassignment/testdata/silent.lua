-- As many values as variables, or an open list, or nil by intent.

local function f(t, ...)
  local a, b
  local c, d = 1
  local e, g = nil
  a, b = 1, 2
  a, b = f()
  a, b = t:f()
  a, b = ...
  a, b, c = 1, f()
  a, b, c = nil
  a, b, c = 1, nil
  local h, i, j = f()
  return a, b, c, d, e, g, h, i, j
end
