-- luacheck: std lua51
local function f(...)
  arg.n = nil
  arg[1] = 2
  return arg
end
print(f(), arg[0])
