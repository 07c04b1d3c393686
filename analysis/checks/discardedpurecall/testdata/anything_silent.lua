-- A write to a name that is not known may be to any.

local s, name, value = "text", ...
s:rep(3)
_G[name] = value
string.rep(s, 3)
tostring(1)
