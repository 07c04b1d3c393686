-- want 0 
-- Each table asks the next one.
local t = {}
for _ = 1, 1e6 do t = setmetatable({}, { __index = t }) end
x = t.x
