-- want 2 none.lua does not exist
dofile("none.lua")
