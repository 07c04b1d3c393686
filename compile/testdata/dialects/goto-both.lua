local goto = 1
for i = 1, 3 do
  if i == goto then goto continue end
  goto = i
  ::continue::
end
