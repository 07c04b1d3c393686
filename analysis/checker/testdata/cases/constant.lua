-- A constant that stands in a variable is no claim about the code behind it.

local DEBUG = false

if DEBUG then
  print("debugging")
end
