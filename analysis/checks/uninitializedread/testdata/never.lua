-- Variables that nothing ever is assigned to.

local err
print(err) -- want "^`err` is always nil: nothing is assigned to it$" 221 related=3
--    ^^^

local a, b = 1
print(a, b, b) -- want "`b` is always nil" 221 related=7,8
--       ^

local names
local function add(name)
  table.insert(names, name) -- want "`names` is always nil" 221 related=11,16
--             ^^^^^
end
local function all() return add, names end

local t
  t.x = 1 -- want "`t` is always nil" 221 related=18
--^
all()

do
  local u
  local function set() u.x = 1 end -- want "`u` is always nil" 221 related=24
--                     ^
  set()
end

local f
  f() -- want "`f` is always nil" 221 related=30
--^

for i = 1, 2 do
  local x
  print(x + i) -- want "`x` is always nil" 221 related=35
--      ^
end

do
  ::again::
  local z
  print(#z) -- want "`z` is always nil" 221 related=42
--       ^
  if a then goto again end
end
