-- The programs of the source documents, in real Lua.

local function chains()
  local a = 3
  local b = 5 -- dead
  b = 7
  local c
  if a == b then
    c = 7 -- dead
  else
    c = 9 -- dead
  end
end

local function reaching(x)
  local a = 1
  local b = 2
  local c, d
  if x < 10 then
    a = 5
  else
    b = 3
    c = a + b
  end
  d = a + b
  return c, d
end

local function collatz(n)
  while n ~= 1 do
    if n & 1 == 0 then
      n = n // 2
    else
      n = 3 * n + 1
    end
  end
  return n
end

return chains, reaching, collatz
