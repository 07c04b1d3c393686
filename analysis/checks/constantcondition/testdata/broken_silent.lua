-- What is missing may assign the variable, wherever it is.

local DEBUG = false

local function f(x)
  if DEBUG then print(x) end
end

local function g()
  DEBUG =
end

return f, g
