local function f(...)
  return arg.n, arg
end
f()
