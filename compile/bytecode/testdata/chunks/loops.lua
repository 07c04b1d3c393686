-- Loops of every kind, jumps out of them, and blocks that end at once.
local n = ... or 27
for i = 1, n do n = n + i end
for i = 10, 1, -2 do local unused end
for x = 0.5, 2 do if x > 1 then break end end
for k, v in pairs(_G) do n = k end
for a, b, c, d, e in next, {}, nil do goto skip; n = e ::skip:: end
while n ~= 1 do
  if n & 1 == 0 then n = n // 2 else n = 3 * n + 1 end
end
repeat
  local done = n > 100
  n = n + 1
  do local deep local deeper end
until done
::top::
if n < 200 then n = n * 2 goto top end
while true do
  if n then break end
end
do local a do local b local c = 1 end local d, e end
return n
