const a, b = 1, 2 const function f() return f end
