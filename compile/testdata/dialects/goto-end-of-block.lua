do
  goto done
  local x = 1
  ::done:: ;
end
