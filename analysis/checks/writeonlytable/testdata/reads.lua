-- Tables that something reads besides what fills them, for what nothing needs either.

function latest(class, value, keep)
  local lasts = {} -- want "^table `lasts` is filled at line 10, and read at line 8 only for values that nothing needs$" 241 related=10,8
  --    ^^^^^
  --    ~~~~~~~~~~
  if keep then
    value = lasts.a
  else
    lasts.a = class
  --~~~~~~~~~~~~~~~
  end
end

function sizes(list)
  local size = {} -- want "^table `size` is filled at line 22, and read at line 24 only for values that nothing needs$" 241 related=22,24
  --    ^^^^
  --    ~~~~~~~~~
  local index = {} -- want "^table `index` is filled at line 24, and never read$" 241 related=24
  --    ^^^^^
  --    ~~~~~~~~~~
  size.all = list
--~~~~~~~~~~~~~~~
  if size.all then index.all = 1 end
  --               ~~~~~~~~~~~~~
end
