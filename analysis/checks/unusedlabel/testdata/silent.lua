-- Labels in use.

for i = 1, 10 do
  if i == 2 then goto continue end
  print(i)
  ::continue::
end

do
  ::again::
  if f() then goto again end
end
