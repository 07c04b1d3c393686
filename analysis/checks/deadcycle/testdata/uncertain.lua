-- Chains and cycles that a metamethod may look at, or an error be raised by.

function concat(list)
  local s = "" -- want "^`s` is only used to update itself, unless a metamethod or an error depends on it$" hint related=7
  --    ^
  --    ~~~~~~
  for i = 1, #list do s = s .. list[i] end
  --                  ~~~~~~~~~~~~~~~~
end

function sum(list)
  local n = 0 -- want "^`n` is only used to update itself, unless a metamethod or an error depends on it$" hint related=15
  --    ^
  --    ~~~~~
  for i = 1, #list do n = n + list[i] end
  --                  ~~~~~~~~~~~~~~~
end

function chain(x, y)
  local a = x -- want "^`a` is only used to compute `b`, which nothing needs, unless a metamethod or an error depends on it$" hint related=23
  --    ^
  --    ~~~~~
  local b = a + y
end

function total(first)
  local t = { first, 2 }
  --    ~~~~~~~~~~~~~~~~
  local n = 0 -- want "^`n` is only used to update itself; `t` is only used to compute it, unless a metamethod or an error depends on it$" hint related=27,32
  --    ^
  --    ~~~~~
  for i = 1, 2 do n = n + t[i] end
  --              ~~~~~~~~~~~~
end

function partly(x, y)
  local a = x -- want "^`a` is only used to compute values of `b` that nothing needs, unless a metamethod or an error depends on it$" hint related=40
  --    ^
  --    ~~~~~
  local b = a + y
  b = x
  return b
end
