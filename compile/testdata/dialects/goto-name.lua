local goto = 1
goto = goto + 1
local t = {goto = 2, goto}
t.goto = t:goto(3)
function t.goto() end
for goto = 1, 2 do print(goto) end
