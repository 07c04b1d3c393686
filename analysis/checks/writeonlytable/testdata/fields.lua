-- Tables that are filled by assignments to fields.

function keyed(list)
  local seen = {} -- want "^table `seen` is filled at line 7, and never read$" 241 related=7
  --    ^^^^
  --    ~~~~~~~~~
  for _, v in ipairs(list) do seen[v] = true end
end

function appended(n)
  local out = {} -- want "^table `out` is filled at line 14, and never read$" 241 related=14
  --    ^^^
  --    ~~~~~~~~
  for i = 1, n do out[#out + 1] = i end
  --              ~~~~~~~~~~~~~~~~~
end

function counted(list)
  local t, n = {}, 0 -- want "^table `t` is filled at line 25, and never read; `n` is only used to fill it$" 241 related=25,19,23
  --    ^
  --       ~
  for _, v in ipairs(list) do
    n = n + 1
  --~~~~~~~~~
    t[n] = v
  --~~~~~~~~
  end
end

function own(x)
  local t = { x = x } -- want "^table `t` is filled at line 34, and never read$" 241 related=34
  --    ^
  --    ~~~~~~~~~~~~~
  t.y = t.x
--~~~~~~~~~
end

function method()
  local t = {} -- want "^table `t` is filled at line 42, and never read$" 241 related=42
  --    ^
  --    ~~~~~~
  function t.f() return 1 end
end

local assigned
function again()
  assigned = {} -- want "^table `assigned` is filled at line 50 and at line 51, and never read$" 331 related=50,51
--^^^^^^^^
--~~~~~~~~~~~~~
  assigned.x = 1
  assigned.y = 2
end

function elsewhere(x, y)
  local t = {} -- want "^table `t` is filled at line 58, and never read$" 241 related=58
  --    ^
  --    ~~~~~~
  t.x, y.z = x, 2
end
