-- In a file that names `__gc` a table may keep what has one, wherever it is.

local watch = setmetatable({}, {__gc = print})

local function f(x)
  local t = {} -- want "^table `t` is filled at line 9, and never read, but may be there to keep its contents alive" 241 hint related=9
  --    ^
  --    ~~~~~~
  t[1] = {x == 1}
--~~~~~~~~~~~~~~~
  local n = {} -- want "^table `n` is filled at line 14, and never read$" 241 related=14
  --    ^
  --    ~~~~~~
  n[1] = 1
--~~~~~~~~
end
return f, watch
