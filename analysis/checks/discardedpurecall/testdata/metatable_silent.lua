-- The metatable of strings may become another one, by way of debug.

local meta = debug.getmetatable("")
meta.__index = function(_, name)
  return function() print(name) end
end

local line = "-"
line:rep(40)
