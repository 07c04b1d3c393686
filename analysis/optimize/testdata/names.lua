-- What a program does to standard names by ways that do not name them: nothing that
-- may be replaced is taken away.
for name, library in pairs(package.loaded) do
  if name == "string" then library.rep = print end
end
("kept"):rep(2)
require("ma" .. "th").floor = print
math.floor(2)
local name = ... or "table"
require(name).concat = print
table.concat("kept too")
local text = "function error"
local function patch() load(text .. "() end")() end
patch()
error("returns")
print("reached")
string.reverse("goes: a library under an unknown name is only read, and nothing stores `reverse`")
print(require(name).unpack == table.unpack)
