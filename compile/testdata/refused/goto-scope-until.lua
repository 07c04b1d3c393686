repeat
  goto l
  local x
  ::l::
until x
