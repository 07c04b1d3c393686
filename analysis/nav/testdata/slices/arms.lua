-- backward 17:7
local a, b, c = 1, 2, 3 --*
local x = 0
local y = 0 --*
if a then --*
  x = 1
  y = 1 --*
elseif b then
  x = 2
elseif c then
  x = 3
else
  x = 4
end --*
y = y + b --*
x = x
print(y) --*
print(x)
