-- Nothing refers to the variables.

do
  local x = 1 -- want "^local `x` is never used$"
--      ^
--~~~~~~~~~~~
end

do
  local y -- want "^local `y` is never used$"
--      ^
--~~~~~~~
end

do
  local m = require "m" -- want "^local `m` is never used$"
--      ^
--~~~~~~~~~~~~~~~~~~~~~
end

do
  local a, b = 1, 2 -- want "`a` is never used"
--      ^
  print(b)
end

do
  local a, a = 1, 2 -- want "`a` is never used"
--      ^
  print(a)
end

do
  local t = {f = function() end} -- want "`t` is never used"
--      ^
end

do
  local ok, err = pcall(f) -- want "^local `err` is never used; another value of the call is used$" hint
--          ^^^
  print(ok)
end

do
  local ok, err = pcall(f) -- want "^local `ok` is never used; another value of the call is used$" hint
--      ^^
  print(err)
end

do
  local ok, err = pcall(f) -- want "`ok` is never used$" "`err` is never used$"
--      ^^  ^^^
end

do -- the other value is not read either (never-read says so)
  local ok, err = pcall(f) -- want "`err` is never used$"
--          ^^^
  ok = 1
end

do -- nor here (dead-store says so)
  local ok, err = pcall(f) -- want "`err` is never used$"
--          ^^^
  ok = 1
  print(ok)
end

do
  local first, a, b = 1, ... -- want "`b` is never used; another value of the call is used$" hint
--                ^
  print(first, a)
end

do
  local s, a = o:m() -- want "`a` is never used; another value of the call is used$" hint
--         ^
  print(s)
end

do
  local first, a = (f()) -- want "`a` is never used$"
--             ^
  print(first)
end

do
  local x = 1 -- want "`x` is never used"
--      ^
--~~~~~~~~~~~
  do
    local x = 2
    print(x)
  end
end

do
  local used = 1
  print(used)
  local used = 2 -- want "`used` is never used"
--      ^^^^
--~~~~~~~~~~~~~~
end
