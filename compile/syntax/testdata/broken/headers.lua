if a = b then print(a) end
while (a) == = 1 do break end
for 1, 2 do break end
for i in do end
for k, v = pairs(t) do end
for i = 1 do end
repeat x() end
if a then x() else y() else z() end
