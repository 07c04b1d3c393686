-- want 6 reached nothing
local meta = getmetatable(getfenv(1))
local seen = {}
for k, v in pairs(meta) do seen[#seen + 1] = type(v) end
for k in pairs(_G) do if k == "io" or k == "debug" then error(k) end end
error("reached nothing")
