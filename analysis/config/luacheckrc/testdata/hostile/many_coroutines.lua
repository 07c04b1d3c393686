-- want 3 takes more than 10 million steps
local all = {}
for i = 1, 1e7 do all[i] = coroutine.create(function() end) end
