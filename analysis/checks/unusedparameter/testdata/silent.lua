-- Parameters that are in use, or of which nothing is to be said.

local function used(a, b)
  return a + b
end

local function captured(a)
  return function() return a end
end

local function written(a)
  a = 1 -- never-read says so
end

local function vararg(...)
  local a = (...)
  return select("#", ...), a
end

local function in_a_table(...)
  return {n = select("#", 1), ...}
end

function M:method()
  return 1
end

local function underscore(_, _unused)
end

local function in_unreachable_code(a, ...)
  do return end
  print(a, ...)
end

-- the chunk's own `...` is nobody's parameter
