-- Functions of the debug library that reach what closures share, and nothing else.

local function f(g)
  local x = 1 -- want "^local `x` is never used$" unused-local
--      ^
--~~~~~~~~~~~
  local y = 1 -- want "^value assigned to `y` is never read: overwritten at line 10$" dead-store 311 related=10
--      ^
--      ~~~~~
  y = g()
  local n -- want "^local `n` is never read, only assigned at line 13 \\(unless `debug\\.setupvalue`, which this file names, reaches it\\)$" never-read 231 hint related=13
--      ^
  g(function() n = 1 end)
--
  return y
end

debug.setupvalue(f, 1, 2)
return f
