-- A file that looks into running functions.

local function f()
  local x = 1 -- want "^local `x` is never used \\(unless `debug.getlocal`, which this file names, reaches it\\)$" unused-local hint
--      ^
--~~~~~~~~~~~
  print(debug.getlocal(1, 1))
end

return f
