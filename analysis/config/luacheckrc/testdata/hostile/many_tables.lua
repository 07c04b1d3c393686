-- want 4 needs more than 256 MB of memory
-- Each table is 512 bytes and more.
local all = {}
for i = 1, 1e9 do all[i] = { i } end
