-- want 0 more than
local s = "x"
while true do s = s .. s end
