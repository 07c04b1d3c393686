-- want 3 
local t = setmetatable({}, {})
getmetatable(t).__index = function(_, k) return t[k] end x = t.x
