-- want 4 nested too deep
local t = {}
for _ = 1, 1000 do t = { t } end
globals = t
