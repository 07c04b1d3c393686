-- luacheck: std lua53
local function f()
  print(anything)
end
f()
local = 
print(other)
