-- Names that are not the standard ones.

local s = "text"
local tostring = function(v) print(v) end
tostring(s)

function type(v) print(v) end
type(s)

string.rep = function(v) print(v) end
string.rep(s, 3)
s:rep(3)

_G.math = {floor = print}
math.floor(1)

local function shadow(os, select)
  os.time()
  select("#")
end
shadow(...)

do
  local _ENV = {tonumber = print}
  tonumber(s)
end
