-- Parameters and loop variables with a default or a change.

local function default(n)
  n = n or 2
  return n
end

local function maybe(n, c)
  if c then n = 1 end
  return n
end

for i = 1, 10 do
  i = i + 1
  print(i)
end

for k, v in pairs(t) do
  if k then v = f(k) end
  print(v)
end

function M:m()
  self = self.parent
  return self
end

function M:n(c)
  self = c -- the implicit self is never read: nobody wrote it
  return self
end

local function last(...)
  local a, b = ...
  b = b or a
  return b
end
