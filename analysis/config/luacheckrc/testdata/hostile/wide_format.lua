-- want 0 
local t = {}
for i = 1, 1e6 do t[i] = string.format("%999999d", i) end
