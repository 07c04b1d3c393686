local function f(a,
  ...t) return t end
