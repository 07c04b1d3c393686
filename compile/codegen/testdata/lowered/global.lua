-- 5.5
global print, x <const> = print, 2
global function show(a, ...rest)
  local <const> n, m = #rest, a
  return print(n, m, x)
end
global *
y = show(1)
