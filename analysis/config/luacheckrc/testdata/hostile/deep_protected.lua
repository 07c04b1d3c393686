-- want 3 too deep
local function f() return pcall(f) end
f() error("too deep")
