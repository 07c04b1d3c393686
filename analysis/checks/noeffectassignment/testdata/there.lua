-- Assignments of what is there already.

local function swap(a, b, f)
  f(a)
  a = b
  b = a -- want "^`b` has the value of `a` already$" related=5
--^
  return a, b
end

local function back(a, f)
  local t = a
  f(t)
  if f() then
    a = (t) -- want "^`a` has the value of `t` already$" related=12
--  ^
  end
  return a, t
end

-- Through several copies, and in the turns of a loop.
local function copies(list, f)
  local first, last
  for _, v in ipairs(list) do
    first = v
    last = v
    f(first, last)
    local w = last
    v = w -- want "`v` has the value of `w` already" related=28,26
--  ^
    first = last -- want "`first` has the value of `last` already" related=26,25
--  ^^^^^
    f(first, last, v)
  end
  return first, last
end

local function several(a, b, f)
  local x, y = a, b
  f(x, y)
  a, b = f(), y -- want "`b` has the value of `y` already" related=39
--   ^
  return a, b, x, y
end

-- A function that only reads it makes no difference.
local function shared(a, call)
  local t = a
  call(function() return a + t end)
  a = t -- want "`a` has the value of `t` already" related=48
--^
  return a
end

local function other_paths(a, b, f)
  local t = a
  if f(t) then
    while f() do
      if f() then t = b break end
    end
  else
    a = t -- want "`a` has the value of `t` already" related=56
--  ^
    f(a)
  end
  return a, t
end

local function counted(n, f)
  for i = 1, n do
    local j = i
    f(j)
    i = j -- want "`i` has the value of `j` already" related=71
--  ^
    f(i)
  end
end

return {swap, back, copies, several, shared, other_paths, counted}
