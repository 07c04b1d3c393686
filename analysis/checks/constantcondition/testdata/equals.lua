-- What is learned of one of two values that are equal holds of the other one too.

local function either(x, y)
  if x == y then
    if not y then return end
    if x then -- want "^condition is always true: `x` was tested at line 4 and at line 5$" related=4,5
    -- ^
      print(x)
    end
  end
end

local function kinds(x, y)
  if x == y and type(y) == "number" then
    return type(x) == "string" -- want "^condition is always false: `x` was tested at line 14$" related=14,14
    --     ^^^^^^^^^^^^^^^^^^^
  end
end

local function words(x, y)
  if x ~= y then return end
  if x == "a" then
    return y == "b" -- want "^condition is always false: `y` was tested at line 21 and at line 22$" related=21,22
    --     ^^^^^^^^
  end
end

-- What math.type tells is a kind of number.
local function counted(n)
  if math.type(n) == "integer" then
    if type(n) == "string" then return n end -- want "^condition is always false: `n` was tested at line 30$" related=30
    -- ^^^^^^^^^^^^^^^^^^^
  elseif type(n) == "number" then
    return n
  end
end

local function float(n)
  if math.type(n) == "float" then return n end
  if type(n) == "number" then return -n end
end

-- One of them may be another value by then, or they differ.
local function silent(x, y, next)
  if x == y then
    y = next()
    if not y then return end
    if x then print(x) end
  end
  if x ~= y then
    if not y then return end
    if x then print(x) end
  end
  if x == y then print(x) end
  if not y then return end
  if x then print(x) end
  for i = 1, 3 do
    if x == y then y = next(x) else x = next(y) end
    if not x then return end
    if y then print(x) end
  end
end

return { either, kinds, words, counted, float, silent }
