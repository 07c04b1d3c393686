global print
global function f(n)
  if n then return f() end
  print(n)
end
local print = 1
do global print; print() end
global <close> z
