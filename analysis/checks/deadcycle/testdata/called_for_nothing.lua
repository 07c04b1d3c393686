-- What is dead in a function that runs is dead, also where nobody needs what its calls
-- return.

local function sum(x)
  local s = 0 -- want "^`s` is only used to update itself$" related=9
  --    ^
  --    ~~~~~
  for i = 1, 9 do
    s = s + i
  --~~~~~~~~~
  end
  return x
end
sum("")

local function through(x)
  return sum(x)
end
through(1)

-- Its result is not used, but what it computes is its result.
local function needed(x)
  local s = 0
  for i = 1, 9 do s = s + i end
  return s
end
needed(1)
