-- backward 17:7
local best = 0 --*
local worst = 0
local function each(list, f) --*
  for i = 1, #list do --*
    f(list[i]) --*
  end --*
end --*
local numbers = {3, 1, 2} --*
each(numbers, function(n) --*
  if n > best then --*
    best = n --*
  end --*
  print(n)
end) --*
table.sort(numbers, function(a, b) return a < b end) --*
print(best) --*
print(worst)
