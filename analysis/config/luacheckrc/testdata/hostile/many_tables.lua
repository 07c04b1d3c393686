-- want 0 
-- Too much time or too much memory, whichever is first.
local all = {}
for i = 1, 1e9 do all[i] = { i } end
