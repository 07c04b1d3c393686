-- want 0 needs more than 256 MB of memory
local t = {}
table.insert(t, 2 ^ 40, 1)
for i = 1, 1e9 do t[i * 1e6] = i end
