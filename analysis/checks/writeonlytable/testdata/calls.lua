-- Tables that are filled by calls.

function inserted(n)
  local out = {} -- want "^table `out` is filled at line 7, and never read$" 241 related=7
  --    ^^^
  --    ~~~~~~~~
  for i = 1, n do table.insert(out, i) end
  --              ~~~~~~~~~~~~~~~~~~~~
end

local insert = table.insert
--    ~~~~~~~~~~~~~~~~~~~~~
function short(n)
  local out = {} -- want "^table `out` is filled at line 17, and never read; `insert` is only used to fill it$" 241 related=17,11
  --    ^^^
  --    ~~~~~~~~
  for i = 1, n do insert(out, i) end
  --              ~~~~~~~~~~~~~~
end

function closure(n)
  local t = {} -- want "^table `t` is filled at line 25, and never read$" 241 related=25
  --    ^
  --    ~~~~~~
  local function put(v) t[#t + 1] = v end
  --                    ~~~~~~~~~~~~~
  for i = 1, n do put(i) end
end

function removed(x)
  local t = { x } -- want "^table `t` is filled at line 34 and at line 36, and never read$" 241 related=34,36
  --    ^
  --    ~~~~~~~~~
  table.insert(t, x)
--~~~~~~~~~~~~~~~~~~
  table.remove(t)
--~~~~~~~~~~~~~~~
end
