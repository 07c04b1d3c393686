local n, steps = 27, 0
local unused = 1
while n ~= 1 do
  if n % 2 == 0 then n = n // 2 else n = 3 * n + 1 end
  steps = steps + 1
end
print(steps)
