t = { 1 2, a = , = 3, [4] 5, f( }
u = {
  a = 1
  b = 2,
v = 3
f(a b, c)
f(, a)
g(a
local x = 1
function h(a, 1, b) return a end
function k(..., a) return a end
function m return end
