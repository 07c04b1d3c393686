-- Tables that may be there to keep their contents alive: a hint.

local handles = {} -- want "^table `handles` is filled at line 7, and never read, but may be there to keep its contents alive$" 241 hint related=7
--    ^^^^^^^
--    ~~~~~~~~~~~~
function keep(h)
  table.insert(handles, h) -- keep from being collected
--~~~~~~~~~~~~~~~~~~~~~~~~
end

local keys = {} -- want "but may be there to keep its contents alive" 241 hint related=15
--    ^^^^
--    ~~~~~~~~~
function as_key(h)
  keys[h] = true
--
end

local nested = {} -- want "but may be there to keep its contents alive" 241 hint related=23
--    ^^^^^^
--    ~~~~~~~~~~~
function inside(h)
  nested[#nested + 1] = {handle = h}
--~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
end

local function maker()
  local kept = {} -- want "but may be there to keep its contents alive" 241 hint related=31
  --    ^^^^
  --    ~~~~~~~~~
  return function(h) kept[1] = h end
  --                 ~~~~~~~~~~~
end

-- The same table, and nothing in it that has a finalizer.

local names = {} -- want "^table `names` is filled at line 41, and never read$" 241 related=41
--    ^^^^^
--    ~~~~~~~~~~
function note(h)
  names[#names + 1] = type(h)
--~~~~~~~~~~~~~~~~~~~~~~~~~~~
end

local own = {} -- want "^table `own` is filled at line 49, and never read$" 241 related=49
--    ^^^
--    ~~~~~~~~
function tables(n)
  own[1] = {count = 1, list = {n == 1}}
--~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
end

local emptied = {} -- want "^table `emptied` is filled at line 57, and never read$" 241 related=57
--    ^^^^^^^
--    ~~~~~~~~~~~~
function forget(h)
  emptied[h] = nil
--
end

local once = {} -- want "but may be there to keep its contents alive" 241 hint related=65,66
--    ^^^^
--    ~~~~~~~~~
function hold(h)
  once[h] = true
  once[h] = nil
end

-- The same values, in a table that lives no longer than a call.

local function plain(h)
  local t = {} -- want "^table `t` is filled at line 75, and never read$" 241 related=75
  --    ^
  --    ~~~~~~
  t[1] = h
--~~~~~~~~
end

local function through_functions(list)
  local t = {} -- want "^table `t` is filled at line 83, and never read$" 241 related=83
  --    ^
  --    ~~~~~~
  local function put(v) t[#t + 1] = v end
  --                    ~~~~~~~~~~~~~
  local function each(n) if n > 0 then put(list[n]) each(n - 1) end end
  each(9)
end

local function handed_out(list)
  local t = {} -- want "but may be there to keep its contents alive" 241 hint related=93
  --    ^
  --    ~~~~~~
  local function put(v) t[#t + 1] = v end
  --                    ~~~~~~~~~~~~~
  local function each(n) if n > 0 then put(list[n]) each(n - 1) end end
  return function() each(9) end
end

return maker, plain, through_functions, handed_out
