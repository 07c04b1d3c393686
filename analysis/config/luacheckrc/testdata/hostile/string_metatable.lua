-- want 4 reached nothing
-- What strings are indexed with is the program's own, and no way to the host.
getmetatable("").__index = function() return nil end
error(("x").rep == nil and "reached nothing")
