repeat
  if x then goto cont end
  local y = 1
  ::cont::
until y
