function f()
if a then
local x
while b do
local y
end
print(x)
local z = = 1
end
