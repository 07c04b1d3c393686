-- Two variables of one name.

function names(x)
  local name = x
  --    ~~~~~~~~
  local name = name -- want "^local `name` is never used; the other `name` is only used to compute it$" related=4
  --    ^^^^
  --    ~~~~~~~~~~~
end
