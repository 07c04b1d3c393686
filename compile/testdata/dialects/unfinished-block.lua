while true do
  if x then
    print(1)
end
