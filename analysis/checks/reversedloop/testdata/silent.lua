local list, n, f = ...

-- Not known to go down.
for i = #list, n do print(i) end
for i = #list, #list.items do print(i) end
for i = #list, 2 do print(i) end
for i = #list, "1" do print(i) end

-- Not known where it starts.
for i = n, 1 do print(i) end
for i = #list + 1, 1 do print(i) end
for i = f(#list), 1 do print(i) end
for i = -list, 1 do print(i) end

-- The step is negative or not known.
for i = #list, 1, -2 do print(i) end
for i = #list, 1, n do print(i) end
local down = -1
for i = #list, 1, down do print(i) end

-- Switched off, and run once.
for i = 1, 0 do print(i) end
for i = 5, 5 do print(i) end

-- No step at all counts for another loop inside.
for i = f(function() for k = 1, 2, -1 do print(k) end end), 1 do print(i) end

-- Never executed.
do return end
for i = #list, 1 do print(i) end
