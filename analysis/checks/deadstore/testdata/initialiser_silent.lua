-- Declarations with a value that stands for "not known yet", and that something
-- overwrites.

local function every_path(c)
  local a = nil
  local b = false
  local d = 0
  local e = ""
  local g = {}
  local h = 0.0
  local i
  local j, k = 0
  if c then
    a, b, d, e, g, h, i, j, k = c()
  else
    a, b, d, e, g, h, i, j, k = f()
  end
  return a, b, d, e, g, h, i, j, k
end

local function where_it_is_wanted(c)
  local found = false
  local count = 0
  if c then
    found = c()
    count = #c
    return found, count
  end
end
