-- want 4 
local t = {}
setmetatable(t, t)
t.__newindex = function(_, k, v) t[k] = v end t.x = 1
