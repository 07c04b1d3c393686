-- Names that stay what they are, whatever the file does around them.

local string, insert, G = string, table.insert, _G
for name in pairs(string) do check(name) end --> any
setmetatable(table, { __index = function() end })
table.extra = print
G.other, _G["more"] = 1, 2
check(type(string)) --> string
local loaded = package.loaded["my.module"]
local lib = loaded or {}
lib.error = print
local t = {}
insert(t, 1)
check(#t, ("x"):rep(2), string.rep("x", 3)) --> integer, "xx", "xxx"
if lib.x then
  error("x")
  check(1) --> unreachable
end
if lib.y then
  G.error("x")
  check(2) --> unreachable
end
local function get() return string.len end
check(get()) --> nil|function
