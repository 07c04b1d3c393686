-- Tests that contradict each other on a path.

local function twice(a, use)
  local b
  if a then b = {} end
  use(a)
  if a then use(b.x) end
  if not a then use(b.x) end -- want "^`b` may be nil here: it has no value yet on the path through line 6$" related=4,6
--                  ^
end

local function flag(a, use)
  local b
  local has = false
  if a.x then
    b = a.x
    has = true
  end
  if has then use(b.y) end
end

local function number(mode)
  local v
  local n = 0
  if mode == "a" then
    v, n = {}, 1
  elseif mode == "b" then
    v, n = {}, 2
  end
  if n > 1 then return v.x end
  if n < 2 then return v.x end -- want "`v` may be nil here" related=23,27,30
--                     ^
end

local function count(s)
  local n, last = 0
  for w in s:gmatch("%a+") do
    n = n + 1
    last = w
  end
  if n > 0 then return last:upper() end
  return last:lower() -- want "`last` may be nil here" related=36,41
--       ^^^^
end

local function first(s)
  local is, before = true
  for w in s:gmatch("%a+") do
    if is then is = false else print(before:upper()) end
    before = w
  end
  for w in s:gmatch("%a+") do
    if is then is = false end
    print(before:upper()) -- want "`before` may be nil here" related=47,52,53
--        ^^^^^^
    before = w
  end
end

local function both(a, b)
  local t
  if a and b then t = { x = 1 } end
  if a and b then return t.x end
  if a then return t.x end -- want "`t` may be nil here" related=61,62,63
--                 ^
  if not (a and b) then return nil end
  return t.x
end

-- The variable that is tested gets another value in between.
local function changed(a, f)
  local b
  if a then b = {} end
  a = f()
  if a then return b.x end -- want "`b` may be nil here" related=72,74
--                 ^
end

-- What is tested is a field, which a call may change.
local function fields(o, f)
  local b, c
  if o.open then b = {} end
  if o.open then print(b.x) end
  if o.open then c = {} end
  f()
  if o.open then print(c.x) end -- want "`c` may be nil here" related=81,83,84,85
--                     ^
end

-- Each turn of a loop tests another value.
local function turns(list)
  local b
  for _, x in ipairs(list) do
    if x then
      b = b or {}
    elseif not x then
      print(b.x) -- want "`b` may be nil here" related=92,94,96
--          ^
    end
  end
end

return { twice, flag, number, count, first, both, changed, fields, turns }
