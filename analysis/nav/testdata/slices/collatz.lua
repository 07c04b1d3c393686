-- backward 9:10
local function collatz(n) --*
  local steps = 0
  while n ~= 1 do --*
    if n & 1 == 0 then n = n // 2 else n = 3 * n + 1 end --*
    steps = steps + 1
  end --*
  print(steps)
  return n --*
end --*
return collatz(27) --*
