-- want 0 needs more than 256 MB
local s = "x"
while true do s = s .. s end
