-- A constant that stands in a variable decides about the code behind it, unless a
-- closure may assign the variable.

local DEBUG = false
local TRACE = false

if DEBUG then -- want "^condition is always false: `DEBUG` is false, set at line 4$" constant-condition related=4
-- ^^^^^
  print("debugging")
--~~~~~~~~~~~~~~~~~~
end

on("trace", function(x) TRACE = x end)
if TRACE then
  print("tracing")
end
