-- Values that are read only to compute themselves or each other.

function sum(n)
  local s = 0 -- want "^`s` is read only to compute its own next value$" related=7
  --    ^
  --    ~~~~~
  for i = 1, n do s = s + i end
  --              ~~~~~~~~~
end

function fibonacci(more)
  local a, b = 0, 1 -- want "^`a` and `b` are read only to compute one another$" related=12,16,16
  --    ^
  --       ~
  while more() do
    a, b = b, a + b
  --~  ~
  end
end

do
  local calls = 0 -- want "^`calls` is read only to compute its own next value$" related=25
  --    ^^^^^
  --    ~~~~~~~~~
  function counted() calls = calls + 1 end
  --                 ~~~~~~~~~~~~~~~~~
end

function independent(n)
  local total, count = 0, 0 -- want "^`total` is read only to compute its own next value$" related=33 "^`count` is read only to compute its own next value$" related=35
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
  local s = 0 -- want "^`s` is read only to compute its own next value$" related=47
  --    ^
  --    ~~~~~
  for i = 1, n do
    if counts then s = s + i end
    --             ~~~~~~~~~
  end
end
