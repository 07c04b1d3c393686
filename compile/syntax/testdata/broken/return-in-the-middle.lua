local function f(a)
  return a
  print(a)
end
local function g(b)
  return f(b) b = 1
end
