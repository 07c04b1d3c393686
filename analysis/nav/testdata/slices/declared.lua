-- A declaration without a value is shown where its variable is.
-- backward 9:7
local x, y --*
if y then --*
  x = 1 --*
else --*
  x = 2 --*
end --*
print(x) --*
