-- backward 12:7
local depth = 0
local function sum(list, i) --*
  depth = depth + 1
  if i > #list then --*
    return 0 --*
  end --*
  return list[i] + sum(list, i + 1) --*
end --*
local n = 1 --*
local s = sum({1, 2, n}, 1) --*
print(s) --*
print(depth)
