-- every operator, folded and not
local a, b, c, d = ...
local folded = { 1 + 2, 3 - 4, 5 * 6, 7 / 2, 7 // 2, -7 // 2, 7 % -3, -7 % 3, 2 ^ 10, 2 ^ 0.5, 10 ^ -3,
  6 & 3, 6 | 3, 6 ~ 3, ~6, 1 << 62, 1 << 64, 1 << -1, -1 >> 1, 3.0 & 1, -3, - -3, -0.5, 1.5 // 0.4, 5.3 % 2 }
local kept = { 1 / 0, 0 / 0, 1 // 0, 1 % 0, 0.0, -0.0, 2.5 & 1, "1" + 1, 1 .. 2, 0 * -1.0, 1e308 * 10, -(1e308 * 10) }
local numbers = { 0, 1, 255, 256, -1, 0x7fffffffffffffff, 0xffffffffffffffff, 9223372036854775807,
  9223372036854775808, 1e1, 0x.8p1, 0xA.8, 3., .5, 1e-320, 5e-324, 1.7976931348623157e308 }
local arith = a + b - c * d / a // b % c ^ d ^ a
local bits = a & b | c ~ d << a >> b ~ ~c
local mixed = -a + #b * -c ^ 2
local words = not a == b, not not c, not (a and b), not nil, not 1, not "x"
local cat = a .. b .. c .. "x" .. (d .. a) .. 1
local cmp1, cmp2, cmp3 = a < b, a > b, a >= "x"
local cmp4, cmp5, cmp6 = a == nil, a ~= true, 1 <= b
local logic = a and b or c and (d or a) or not b
local value = (a or b) and (c == d) or nil
local const = nil and a or false or 1 and 2
local call = a(b, c(...), ...)
local one = (a(...))
local method = a:b(c):d "x":e { 1 }.f[g]
local paren = (...)
a = a or {}
a = a and b
b = b == c
c = not c
d = a.x and a[b] or a[1] and a["y"]
-- The method's name is a constant before its object is.
local m = (5):name(), (2.5 + 1):scale(3), ("text"):upper(), (nil):none(), (true):negate():twice()
return a, b, (c), ...
