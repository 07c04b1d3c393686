-- luacheck: std lua53
local function f(_ENV) return anything end
do
  local _ENV = { anything = f }
  anything()
  set = 1
end
print(f)
