-- What a compound assignment stores and something reads, itself too.

local function read(g)
  local n = 1
  n += 1
  n *= 2
  g(n)
  local t = { x = n }
  t.x -= 1
  return t.x
end

local function counter()
  local n = 0
  return function()
    n += 1
    return n
  end
end

return { read, counter }
