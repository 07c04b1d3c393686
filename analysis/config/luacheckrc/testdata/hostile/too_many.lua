-- want 4 too many values
local t = {}
for i = 1, 100001 do t[i] = true end
globals = t
