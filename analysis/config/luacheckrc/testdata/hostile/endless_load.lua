-- want 2 a string of more than 1048576 bytes
load(function() return ("x"):rep(1000) end)
