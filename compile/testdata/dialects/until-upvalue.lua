repeat
  local x = f()
  local g = function() return x end
until x == g
