-- 5.4
local function f(g, n)
  local a <close>, b <const> = g(), 2
  do
    local x <close> = g(b)
    n = 1
  end
  while n do
    local y <close> = g()
    if n == 2 then break end
    if n == 3 then goto out end
    n = g()
  end
  repeat
    local z <close> = g()
    local more = n
  until more
  for k in next, {}, nil, a do
    if g(k) then break end
    n = k
  end
  ::out::
  return g(n)
end
return f
