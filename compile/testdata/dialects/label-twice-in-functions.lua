::a::
local function f() ::a:: end
f()
