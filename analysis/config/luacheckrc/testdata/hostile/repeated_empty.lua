-- want 3 nil
local s = (""):rep(1e9)
error(s == "" and "nil")
