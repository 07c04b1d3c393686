-- want 4 too many values
local t = {}
for i = 1, 200000 do t[i] = "x" .. i end
globals = t
