-- Calls stay, with no more results than are read; open results keep their takers.
local function pair() return 1, 2 end
local function three(...) return ..., 3 end
local a, b, c = pair()
local t = { pair(), three(pair()) }
print(a, (three(b)))
print(select("#", three(1, 2)), #t)
local d, e = ...
print(d)
local ok, err = pcall(error, "x")
print(ok)
return three(pair())
