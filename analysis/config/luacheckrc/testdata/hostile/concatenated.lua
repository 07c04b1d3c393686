-- want 3 a string of more than 1048576 bytes
local t = setmetatable({}, {})
for i = 1, 2000 do t[i] = "x" end x = table.concat(t, ("-"):rep(1000))
