-- backward 14:5
local list, more = {}, {} --*
local n = 0 --*
for i = 1, 3 do --*
  n = i * 2 --*
  more[#more + 1] = n
  table.insert(list, n) --*
end --*
local sum = 0 --*
for _, v in ipairs(more) do
  print(v)
end
for _, v in ipairs(list) do --*
    sum = sum + v --*
end --*
print(sum)
