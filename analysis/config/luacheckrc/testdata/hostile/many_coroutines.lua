-- want 0 
local all = {}
for i = 1, 1e7 do all[i] = coroutine.create(function() end) end
