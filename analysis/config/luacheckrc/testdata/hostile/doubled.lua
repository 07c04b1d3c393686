-- want 3 a string of more than 1048576 bytes
local s = "x"
while true do s = s .. s end
