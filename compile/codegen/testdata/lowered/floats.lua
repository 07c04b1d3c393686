-- 5.1
local function f(...)
  return arg.n + 1 - 2^53
end
for i = 1, 0xFFFFFFFFFFFFFFFFFF do f(i, 10, 1e1) end
