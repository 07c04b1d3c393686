-- A local _ENV is used by each access of a global behind it.

local function sandbox()
  local _ENV = {print = print}
  print(1)
end

local function loaded(_ENV)
  x = 1
end

return sandbox, loaded
