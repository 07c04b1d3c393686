-- Nothing reads the value before the variable ends.

local function last_store(x)
  print(x)
  x = 1 -- want "^value assigned to `x` is never read: its scope ends$" 311
--^
--~~~~~
end

local function end_of_a_block(c)
  if c then
    local x = c.x
    print(x)
    x = x .. "!" -- want "its scope ends$" 311
--  ^
--  ~~~~~~~~~~~~
  end
  print(c)
end

local function either_way(c)
  local x = 1
  print(x)
  x = 2 -- want "overwritten at line 28, or its scope ends$" 311 related=28
--^
--~~~~~
  if c then
    x = 3
    return x
  end
end

local function before_break(c)
  for _, v in ipairs(c) do
    local x = v
    if x then
      x = nil or v.y -- want "its scope ends$" 311
--    ^
--    ~~~~~~~~~~~~~~
      break
    end
  end
end

do -- the chunk's own variable
  local x = f()
  print(x)
  x = 2 -- want "its scope ends$" 311
--^
--~~~~~
end

local function several(x, y)
  print(x, y)
  x, y = 1, 2 -- want "`x` is never read: its scope ends$" 311 "`y` is never read: its scope ends$" 311
--^  ^
end
