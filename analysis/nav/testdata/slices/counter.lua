-- backward 20:7
local count = 0 --*
local total = 0
local function tick() --*
  count = count + 1 --*
end --*
local function add(n)
  total = total + n
end
local function both(n) --*
  if n > 1 then --*
    tick() --*
  end --*
  add(n)
end --*
for i = 1, 3 do --*
  both(i) --*
  add(i)
end --*
print(count) --*
tick()
print(total)
