-- Paths on which nothing is assigned.

local function arms(c, d)
  local x
  if c then
    x = 1
  elseif d then
    print("nothing")
  end
  print(x) -- want "^`x` may be nil here: it has no value yet on the path through line 7$" related=4,7,12
--      ^
  return x
end

local function first(list)
  local last
  for _, item in ipairs(list) do
    print(last.name) -- want "^`last` may be nil here: it has no value yet$" related=16,22
--        ^^^^
    last = item
  end
  return last
end

local function loop(list)
  local found
  for i = 1, #list do
    if list[i] == 1 then
      found = i
    end
  end
  return found + 1 -- want "`found` may be nil here" related=26
--       ^^^^^
end

local function wrong(c)
  local x
  if c then x = 1 end
  if x then
    print("found")
  else
    return x.y -- want "`x` may be nil here: it has no value yet on the path through line 39" related=37,39
--         ^
  end
  return x
end

local function tested(c)
  local a, b
  if c == 1 then a = 1 elseif c == 2 then b = 1 end
  if a == nil then return a end -- want "`a` may be nil here" related=49,50
--                        ^
  if nil ~= b then
    return b
  end
  return a or b.x -- `a` has a value here, which is true
end

local function compared(c)
  local a, b
  if c == 1 then a = c elseif c == 2 then b = 1 end
  if nil ~= b then
    return b
  end
  return a or b.x -- want "`b` may be nil here: it has no value yet on the path through line 61 and line 62$" related=60,61,62
--            ^
end

return compared, arms, first, loop, wrong, tested
