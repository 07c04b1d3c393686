-- forward 3:7
local n = 0
local m = 1 --*
local function set() --*
  n = m --*
end --*
print(n)
set()
print(n) --*
