-- Standard functions whose calls do something, or may.

local s, n, x = "text", ...
x:rep(3) -- it need not be a string
string.rep(s, n) -- n may be no number, or too large
string.rep(x, 3)
s:rep(1e18)
s:rep()
local r = s:rep(3)
print(s:rep(3), r)
tonumber()
tonumber(s, x)
tostring(x) -- there may be a __tostring
math.floor(x)
math.floor("x")
math.random() -- it advances the generator
math.fmod(1, 0)
string.char(256)
string.char(x)
select(0)
select(x)
s:find("[") -- malformed
s:find(x)
s:gsub("a", function(c) print(c) end)
s:gsub("a", "%2")
s:format(x)
("%d"):format("x")
("%d"):format()
ipairs(x) -- is it a table?
ipairs()
next(x)
pairs(x)
rawlen(x)
assert(x)
assert(true)
assert(s, "there is a text")
error(s)
