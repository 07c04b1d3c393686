-- Jumps are threaded; loops that may not end stay, and their exit tests.
local n = ...
while true do
  if n then break end
  n = 1
end
for i = 1, 3 do
  if i == 2 then goto continue end
  print(i)
  ::continue::
end
local x = n == 1
local y = n and x or "none"
repeat
  local z = y
  n = n + 1
until n > 5
do goto out end
print("never")
::out::
print(x, y, n)
