do
  goto inside
  local x = 1
  ::inside::
  print(x)

end
