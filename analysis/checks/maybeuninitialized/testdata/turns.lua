-- What a numeric loop sets in its first turn.

local function first(n, use)
  local t
  for i = 1, n do
    if i == 1 then t = {} end
    t.x = i
  end
  return use
end

local function down(n, use)
  local t
  for i = 10, n, -1 do
    if i < 10 then
      use(t.x)
    else
      t = {}
    end
  end
end

local function later(n, use)
  local t
  for i = 1, n do
    if i > 1 then use(t.x) end
    t = use(i)
  end
end

local function second(n)
  local t
  for i = 1, n do
    if i == 2 then t = {} end
    t.x = i -- want "^`t` may be nil here: it has no value yet on the path through line 34$" related=32,34
  --^
  end
end

local function variable(from, n)
  local t
  for i = from, n do
    if i == 1 then t = {} end
    t.x = i -- want "`t` may be nil here" related=41,43
  --^
  end
end

local function after(n)
  local t
  for i = 1, n do
    if i == 1 then t = {} end
  end
  return t.x -- want "`t` may be nil here" related=50
  --     ^
end

local function again(n)
  local t
  for i = 1, n do
    if i == 3 then break end
    if i ~= 1 then t = {} end
  end
  return t.x -- want "`t` may be nil here" related=59,61,62,60,61
  --     ^
end

return { first, down, later, second, variable, after, again }
