-- luajit
local a, t, u = nil, {}
print(a?.b, a?.b.c, t?.[a]?.(u)?.:m(1), t:m?.(2), t?.f(3) ?? 4)
local x, y = a?.f()
a?.b.c = t?.d
t?.[u] += a ?? 1
print?.(x)
local z = a && !u || t != x ? y : t ? 1_0 : "no"
const f = |v, ...| -> do
  t.n ~>>= v
  a?.x ..= "y"
  return v & ... | ~v ~>> 1 << 40
end
const function g(x) return x -> f?.(x) end
repeat
  const w = 1 << 2
  if w then continue end
until z
for i = 1, 2 do
  if i then continue end
  print(|| -> i)
end
