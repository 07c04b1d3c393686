-- A sum in a loop that nobody looks at; of a concatenation a metamethod may look at the
-- values.

local function numbers(n)
  local s = 0 -- want "^`s` is only used to update itself$" dead-cycle related=9
  --    ^
  --    ~~~~~
  for i = 1, n do
    s = s + i
  --~~~~~~~~~
  end
end

local function strings(list)
  local s = "" -- want "^`s` is only used to update itself, unless a metamethod or an error depends on it$" dead-cycle hint related=19
  --    ^
  --    ~~~~~~
  for _, v in ipairs(list) do
    s = s .. v
  --~~~~~~~~~~
  end
end

local function looked_at(n)
  local s = 0
  for i = 1, n do
    s = s + i
  end
  return s
end

local function decides(n)
  local s = 0
  while s < n do
    s = s + 1
  end
end

return numbers, strings, looked_at, decides
