-- luajit
local a, b = 1LL, 2i
if a == 1 then print(a + 0b11, b, {[3ULL] = 4}) end
