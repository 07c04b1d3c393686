-- Control flow and all kinds of definitions.

local function conditions(a, b, c)
  local x = a and b or c
  x = x or a
  local y = a < b
  y = not (a and b) or c == nil
  local z = a or (b and c) -- dead
  return x, y
end

local function parameters(used, unused, overwritten, ...)
  overwritten = used
  local first, second = ... -- second is dead
  return first, overwritten, ...
end

local function openResults(f, t)
  f(f(1, f(2)))
  local list = { 1, 2, f() }
  list = { f(), n = 1, f() }
  t:method(f())
  return t.x(t:y(3))
end

local function varargs(...)
  local t = { ... }
  print(..., t)
  return ...
end

local function loops(n, t)
  for i = 1, n do end
  for i = n, 1, -1 do t[i] = i end
  for k, v in pairs(t) do print(k) end
  local i = 0
  repeat i = i + 1 until i > n
  while true do
    i = i - 1
    if i < 0 then break end
  end
  do
    local last, of, block = 1, 2, 3
  end
  do local alone = 1 end
  do local nothing end
end

local function jumps(n)
  local x = 1
  ::top::
  if n > x then
    x = x + 1
    goto top
  end
  do goto out end
  x = 5
  ::out::
  while n do
    local skipped = n
    if skipped == 1 then goto continue end
    n = n - 1
    ::continue::
  end
  while true do end
  return x
end

local function several(a, b)
  a, b = b, a
  local p, q, r = 1 -- q and r are nil
  p, q, r = q, r
  local s = nil or a
  return a, b, r
end

local function long(a)
  local t = a.b.c.d("x" .. a .. "y")
  local m = #t + -t - ~t
  m = m ^ 2 // 3 % 4 & 5 | 6 ~ 7 << 8 >> 9
  if m ~= t and t <= m then m = nil end
  t[m], t.x = m
  return (a(m))
end
