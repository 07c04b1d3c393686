-- Standard names that the program assigns are not known.

table.insert = print
function next() end
string = nil
rawset(_G, "ipairs", print)
local t = table
t["concat"] = nil

local a = {} -- escapes
table.insert(a, 1)
local b = {} -- escapes
next(b)
local c = {} -- escapes
for _ in ipairs(c) do end
local d = {} -- escapes
table.concat(d)
local e = {} -- stays e
table.remove(e)
