while true do
  break
  print(1)
end
