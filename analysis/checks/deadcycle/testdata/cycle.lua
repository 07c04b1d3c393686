-- Values that are only used to compute themselves or each other.

function sum(n)
  local s = 0 -- want "^`s` is only used to update itself$" related=7
  --    ^
  --    ~~~~~
  for i = 1, n do s = s + i end
  --              ~~~~~~~~~
end

function fibonacci(more)
  local a, b = 0, 1 -- want "^`a` and `b` are only used to update each other$" related=12,16,16
  --    ^
  --       ~
  while more() do
    a, b = b, a + b
  --~  ~
  end
end

do
  local calls = 0 -- want "^`calls` is only used to update itself$" related=25
  --    ^^^^^
  --    ~~~~~~~~~
  function counted() calls = calls + 1 end
  --                 ~~~~~~~~~~~~~~~~~
end

function independent(n)
  local total, count = 0, 0 -- want "^`total` is only used to update itself$" related=33 "^`count` is only used to update itself$" related=35
  --    ^^^^^  ^^^^^
  for i = 1, n do
    total = total + i
  --~~~~~~~~~~~~~~~~~
    count = count + 1
  --~~~~~~~~~~~~~~~~~
  end
end

-- A condition that is always true decides nothing.
function decided(n)
  local counts = true
  local s = 0 -- want "^`s` is only used to update itself$" related=47
  --    ^
  --    ~~~~~
  for i = 1, n do
    if counts then s = s + i end
    --             ~~~~~~~~~
  end
end

-- What is at the end of a cascade, and what is read for that.
function step(n)
  local s, k = 0, 2 -- want "^`s` is only used to update itself; `k` is only used to compute it$" related=54,58
  --    ^
  --       ~
  for i = 1, n do
    s = s + k
  --~~~~~~~~~
  end
end

function limit(n)
  local most = 10
  --    ~~~~~~~~~
  local s = 0 -- want "^`s` is only used to update itself; `most` is only used to decide about it$" related=64,70
  --    ^
  --    ~~~~~
  for i = 1, n do
    if i > most then s = s + 1 end
    --               ~~~~~~~~~
  end
end

function both(n)
  local k = 2
  --    ~~~~~
  local s, p = 0, 1 -- want "^`s` and `p` are only used to update themselves; `k` is only used to compute them$" related=76,78,82,84
  --    ^
  --       ~
  for i = 1, n do
    s = s + k
  --~~~~~~~~~
    p = p * k
  --~~~~~~~~~
  end
end

function flag(more)
  local first = true -- want "^`first` is only used to decide about its next value$" related=94
  --    ^^^^^
  --    ~~~~~~~~~~~~
  while more() do
    if first then first = false end
    --            ~~~~~~~~~~~~~
  end
end

function ends()
  local n = 10 -- want "^`n` is only used for values that nothing needs$"
  --    ^
  --    ~~~~~~
  local s = 0 -- want "^`s` is only used to update itself$" related=106
  --    ^
  --    ~~~~~
  for i = 1, n do s = s + i end
  --              ~~~~~~~~~
end

function swap()
  local x, y = 1, 2 -- want "^`x` and `y` are only used to update each other$" related=111,114,114
  --    ^
  --       ~
  x, y = y, x
--~  ~
end

function other(n)
  local s = n
  print(s)
  s = 1 -- want "^some values of `s` are only used to compute the next ones$" related=124
--^
--~~~~~
  for i = 1, n do s = s + i end
  --              ~~~~~~~~~
end
