-- Every operator, on registers and on constants, folded and not.
local a, b, c = ...
local sum = a + b - 1 * c / 2 % 3 ^ b // 4
local bits = a & b | 0xf ~ c << 2 >> a
local signs = {-a, ~b, not c, #sum}
local folded = 1 + 2 * 3 - 4 // 5
local text = a .. b .. "x" .. 1 .. c
local equal, less, more = a == 1, 2 < b, c >= a
local either = a and b or c
local neither = not (a or b) and nil
if a == b and b ~= "s" or not (c <= 3) then
  sum = a < b
elseif a then
  bits = not b
else
  sum, bits = bits, sum
end
local both = (a and b) == (b or c)
return sum, bits, signs, folded, text, equal, less, more, either, neither, both
