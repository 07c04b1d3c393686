-- want 2 
setmetatable(getfenv(1), { __metatable = false }) x = y.z
