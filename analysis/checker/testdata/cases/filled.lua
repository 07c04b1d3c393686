-- Tables that are filled and never read, in each of the ways to fill one.

local function by_index(n)
  local t = {} -- want "^table `t` is filled at line 8, and never read$" write-only-table 241 related=8
  --    ^
  --    ~~~~~~
  for i = 1, n do
    t[i] = i
  --~~~~~~~~
  end
end

local function at_the_end(x)
  local t = {} -- want "^table `t` is filled at line 17, and never read$" write-only-table 241 related=17
  --    ^
  --    ~~~~~~
  t[#t + 1] = x
--~~~~~~~~~~~~~
end

local function by_insert(x)
  local t = {} -- want "^table `t` is filled at line 25, and never read$" write-only-table 241 related=25
  --    ^
  --    ~~~~~~
  table.insert(t, x)
--~~~~~~~~~~~~~~~~~~
end

local function from_itself(x)
  local t = { x = x } -- want "^table `t` is filled at line 33, and never read$" write-only-table 241 related=33
  --    ^
  --    ~~~~~~~~~~~~~
  t.y = t.x
--~~~~~~~~~
end

local function read(n)
  local t = {}
  for i = 1, n do
    t[i] = i
  end
  return #t
end

local function given_away(x, f)
  local t = {}
  table.insert(t, x)
  f(t)
end

local function other_insert(x, table)
  local t = {}
  table.insert(t, x)
end

return by_index, at_the_end, by_insert, from_itself, read, given_away, other_insert
