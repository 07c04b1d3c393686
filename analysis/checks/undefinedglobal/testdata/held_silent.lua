-- luacheck: std lua53
local which, env = ...

-- It may be another table.
local t = table
if which then t = { foo = 1 } end
print(t.foo)

local u = which and math or string
print(u.foo)

-- A closure assigns it.
local v = table
local function assign() v = {} end
assign()
print(v.foo)

-- A parameter, a loop variable, a result.
local function call(p) return p.foo end
call(table)
for _, each in ipairs { table } do print(each.foo) end
print(setmetatable(table, env).foo)
local made = env(table)
print(made.foo)

-- It is named after one.
local string = env
print(string.foo)
