-- backward 11:13
local t = {} --*
local u = t --*
local other = {}
t.a = 1
t.b = 2 --*
u.b = 3 --*
other[1] = 4
t[1] = 5
local key = "b"
local z = t.b --*
t[1] = t[1]
print(z, t.a, other[1], t[1])
