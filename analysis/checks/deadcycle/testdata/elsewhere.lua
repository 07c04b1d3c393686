-- Values that are read for something besides that is no variable and that nothing needs
-- either: it would not be true that they are only used to compute the next one.

local function ignore(_) end

function summed(lists)
  local sum = 0 -- want "^`sum` is only used for values that nothing needs, unless a metamethod or an error depends on it; `ignore` at line 4 ignores its argument$" hint related=4,10
  --    ^^^
  --    ~~~~~~~
  for _, list in ipairs(lists) do sum = sum + #list end
  --                              ~~~~~~~~~~~~~~~~~
  ignore("sum: " .. sum)
end

function doubled(range)
  local r = range -- want "^`r` is only used for values that nothing needs, unless a metamethod or an error depends on it; `ignore` at line 4 ignores its argument$" hint related=4,19
  --    ^
  --    ~~~~~~~~~
  local twice = r * 2
  ignore(r .. "")
end

local first = ...
--    ~~~~~~~~~~~
local second = first -- want "^local `second` is never used; `first` is only used for values that nothing needs$" related=23
--    ^^^^^^
--    ~~~~~~~~~~~~~~

local function uncalled()
  print(first)
end

function counted()
  local n = 0
  --    ~~~~~
  n = n + 1 -- want "^value assigned to `n` is never read: its scope ends, and earlier values are only used to compute it$" related=34
--^
--~~~~~~~~~
  ignore("no value")
end
