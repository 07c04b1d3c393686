-- want 3 needs more than 256 MB of memory
local t = {}
for i = 1, 1e6 do t[i] = string.format("%999999d", i) end
