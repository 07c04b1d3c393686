;
local a local b, c = 1
local function f(x, ...) return x, ... end
a, b.c, b[1] = 1, f()
f() f"s" b.c{1}
function a.b.c(x) end
function a:m() end
do local x end
while a do break end
repeat local y until y
if a then b() elseif c then else return end
for i = 1, 2 do end
for i = 1, 2, 3 do end
for k, v in pairs(a), 1 do goto next ::next:: end
return a, b;
