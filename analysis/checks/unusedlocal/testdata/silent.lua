-- Something refers to each of these, or nothing is to be said.

local x = 1
print(x)

local y
y = 2

local _ = f()
local _unused = f()

local function g() end
local h = function() end

do
  local captured = 1
  print(function() return captured end)
end

do
  local _ENV = {print = print}
  print(1)
end

do
  local _ENV = {}
  function f() end
end

do
  local only_in_unreachable_code = 1
  do return end
  print(only_in_unreachable_code)
end
