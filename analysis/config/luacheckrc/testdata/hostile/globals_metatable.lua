-- want 2 no such luck
setmetatable(_G, { __index = function() error("no such luck", 2) end })
x = y.z
