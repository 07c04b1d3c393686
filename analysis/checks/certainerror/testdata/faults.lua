-- Operations that never succeed.

local function tested(x)
  if x == nil then
    return x.y -- want "^indexing `x` raises an error: it is nil here, as tested at line 4$" warning related=4
    --     ^
  end
  return x
end

local function negated(f, t)
  if not f then f() end -- want "^calling `f` raises an error: it is nil or false here, as tested at line 12$" related=12
  --            ^
  if not t and not t.name then return end -- want "^indexing `t` raises an error: it is nil or false here, as tested at line 14$" related=14
  --               ^
  return f
end

local function left(x)
  if x then return x end
  x.y = 1 -- want "^setting a field of `x` raises an error: it is nil or false here, as tested at line 20$" related=20
--^
  x.z = 2
end

local function text(name, limit)
  if not name then
    error("no name: " .. name .. "!") -- want "^concatenating `name` raises an error: it is nil or false here, as tested at line 27$" related=27
    --                   ^^^^
  end
  if limit == nil then print(limit + 1) end -- want "^`.` with `limit` raises an error: it is nil here, as tested at line 31$" related=31
  --                         ^^^^^
  return limit
end

local function numbers()
  local n = 3
  n.x = 1 -- want "^setting a field of `n` raises an error: it is a number here, from line 37$" related=37
--^
end

local function calls(y)
  local size = 1.5 * #"y"
  local f = size
  if y.z then return f() end -- want "^calling `f` raises an error: it is a number here, from line 43$" related=43
  --                 ^
  if y.w then return (nil)() end -- want "^calling nil raises an error$"
  --                 ^^^^^
  if y.v then size:run() end -- want "^indexing `size` raises an error: it is a number here, from line 43$" related=43
  --          ^^^^
  return ("x")() -- want "^calling the string .x. raises an error$"
  --     ^^^^^
end

local function tables(x)
  local t = {}
  t.x, t.y = x, #t
  if x.a then return t + 1 end -- want "^`.` with `t` raises an error: it is a table without a metatable here, from line 56$" related=56
  --                 ^
  if x.b then return t < 1 end -- want "^comparing `t` with a number raises an error: it is a table without a metatable here, from line 56$" related=56
  --                 ^
  if x.c then return t .. "a" end -- want "^concatenating `t` raises" related=56
  --                 ^
  for k, v in t do print(k, v) end -- want "^iterating with `t` raises an error: it is a table without a metatable here, from line 56$" related=56
  --          ^
end

local function written(x)
  if x.a then return 1 < "x" end -- want "^comparing the string .x. with a number raises an error$"
  --                     ^^^
  if x.b then return nil + 1 end -- want "^`.` with nil raises an error$"
  --                 ^^^
  if x.c then return #nil end -- want "^the length of nil raises an error$"
  --                  ^^^
  if x.d then return -{} end -- want "^`-` of a table without a metatable raises an error$"
  --                  ^^
  if x.e then return 1 // 0 end -- want "^`//` by 0 raises an error if both are integers, as they are here$"
  --                 ^^^^^^
  if x.f then return #"x" % 0 end -- want "^`%` by 0 raises an error"
  --                 ^^^^^^^^
  for i = 1, "many" do print(i) end -- want "^a loop to the string .many. raises an error$"
  --         ^^^^^^
end

local function format(a)
  if a.a then return string.format("%d of %s", a) end -- want "^this raises an error: the format asks for 2 arguments, and gets one$"
  --                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  local form = "%d"
  if a.b then return string.format(form) end -- want "^this raises an error: the format asks for one argument, and gets none$" related=88
  --                 ^^^^^^^^^^^^^^^^^^^
  return ("%5.1f"):format() -- want "^this raises an error: the format asks for one argument, and gets none$"
  --     ^^^^^^^^^^^^^^^^^^
end

local function environment(f)
  local _ENV = nil
  return x -- want "^the use of the global `x` raises an error: `_ENV` is nil here, from line 96$" related=96
  --     ^
end

local nothing = nil
local function captured() return nothing.x end -- want "^indexing `nothing` raises an error: it is nil here, from line 101$" related=101
  --                             ^^^^^^^

-- Where the value is made: on two paths, before a copy, in a function that is called.
local function from(a)
  local v = 1
  if a.x then v = true end
  local w = v
  if a.y then return w.z end -- want "^indexing `w` raises an error: it is true or a number here, from line 107 and line 108$" related=107,108
  --                 ^
  local function none() return false end
  local got = none()
  return got() -- want "^calling `got` raises an error: it is false here, from line 113$" related=113
  --     ^^^
end

-- Of two operands the one that is refused for certain.
local size = { width = 132 }
local function blamed(n)
  if not n then
    return size.width * n -- want "^`.` with `n` raises an error: it is nil or false here, as tested at line 121$" related=121
    --                  ^
  end
end
return { from, blamed, tested, negated, left, text, numbers, calls, tables, written, format, environment, captured }
