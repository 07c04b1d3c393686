-- nil, false, 0, "" and {} say "not known yet"; nothing else does.

local function silent(c)
  local a, b, d, e, g = nil, false, 0, "", {}
  if c then
    a, b, d, e, g = c()
  else
    a, b, d, e, g = 1, 2, 3, 4, 5
  end
  return a, b, d, e, g
end

local function alone(c)
  local a = nil
  local b = false
  local d = 0
  local e = ""
  local g = {}
  a = c(); b = c(); d = c(); e = c(); g = c()
  return a, b, d, e, g
end

local function reported(c)
  local a = -1 -- want "overwritten at line 27" dead-store 311 related=27
  --    ^
  --    ~~~~~~
  a = c()
  return a
end

return silent, alone, reported
