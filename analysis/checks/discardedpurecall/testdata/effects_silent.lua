-- Functions that do something with their arguments, or with the world.

local s = "text"
print(s)
require "json"
io.write(s)
os.execute(s)
collectgarbage()
pcall(print, s)
setmetatable({}, {})

local list = {3, 1}
table.insert(list, 2)
table.remove(list)
rawset(list, 1, s)
print(list[1])

local co = coroutine.wrap(function() coroutine.yield(1) end)
co()
