-- Fields of which something may be known elsewhere, or that something may set.

local handed = { width = 1 }
print(handed.height)
fill(handed)

local returned = { width = 1 }
print(returned.height)

local withMetatable = setmetatable({ width = 1 }, { __index = function() return 2 end })
print(withMetatable.height)

-- Keys that are not known.
function dynamic(k)
  local t = { width = 1 }
  t[k] = 2
  return t.height, t.width
end

function integers()
  local t = { 1, 2 }
  return t[3], #t
end

-- Set later, elsewhere, in a constructor or by another name of the table.
function set(x)
  local t = { width = 1 }
  local u = t
  if x then
    u.height = 2
  end
  return t.height, t.width
end

local later = {}
function read() return later.height end
function write() later.height = 3 end

-- What may be no table: a string has methods.
function mixed(x)
  local s = x and "text" or { n = 1 }
  return s.n, s.upper
end

-- Never executed.
function never()
  local t = { n = 1 }
  if false then
    return t.m
  end
  return t.n
end

return returned
