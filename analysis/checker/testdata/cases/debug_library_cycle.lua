-- A file that looks into running functions may see what is computed for nothing.

local function f(n)
  local s, t = 0, {} -- want "^`s` is only used to update itself \\(unless `debug\\.getlocal`, which this file names, reaches it\\)$" dead-cycle hint related=7 "^table `t` is filled at line 9, and never read \\(unless `debug\\.getlocal`, which this file names, reaches it\\)$" write-only-table 241 hint related=9
  --    ^  ^
  for i = 1, n do
    s = s + i
  --~~~~~~~~~
    t[i] = i
  --~~~~~~~~
  end
  print(debug.getlocal(1, 1))
end

return f
