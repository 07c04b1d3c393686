-- Variables that are read, or not assigned to.

local x = 1
x = 2
print(x)

local unused = 1

local captured = 1
captured = 2
print(function() return captured end)

local n = 0
for _ = 1, 10 do n = n + 1 end

local _x
_x = 1

function M:m()
  self = nil
end

do
  local _ENV = {}
  _ENV = {}
  print(1)
end

do
  local read_in_unreachable_code
  read_in_unreachable_code = 1
  do return end
  print(read_in_unreachable_code)
end

do -- unused-function says so
  local f
  function f() end
end
