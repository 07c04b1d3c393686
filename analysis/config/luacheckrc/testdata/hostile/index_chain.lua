-- want 4 needs more than 256 MB of memory
-- Each table asks the next one.
local t = {}
for _ = 1, 1e6 do t = setmetatable({}, { __index = t }) end
x = t.x
