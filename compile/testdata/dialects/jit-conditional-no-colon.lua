local a = b ? c
local d
