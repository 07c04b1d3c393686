-- Numeric and generic for.

for i = 1, 3 do
  check(i) --> integer
end
for i = 5, 5 do
  check(i) --> 5
end
for i = 1, 0 do
  check(i) --> unreachable
end
for i = 1.0, 2 do
  check(i) --> float
end
for i = 10, 1, -3 do
  check(i) --> integer
end
local last
for i = 1, 3 do
  last = i
end
check(last) --> nil|integer
local sum = 0
for i = 1, 10 do sum = sum + i end
check(sum) --> integer
for k, v in pairs({ 1, 2 }) do
  check(k) --> any
end
for i = 1, 2 do
  for j = i, i do
    check(j) --> integer
  end
end
repeat
  local done = true
  check(done) --> true
until done
check(1) --> 1
while true do
  check(2) --> 2
  if unknown == nil then break end
end
do
  while true do
    if check then break end
  end
  check(3) --> 3
end
