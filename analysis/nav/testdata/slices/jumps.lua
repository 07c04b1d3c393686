-- What keeps control from a store belongs to the slice, though it decides nothing.
-- backward 22:7
local x = 0 --*
local y = 0
local function f(n) --*
  y = y + 1
  if n > 3 then --*
    return 0 --*
  end --*
  y = y + 2
  return n --*
end --*
for i = 1, 9 do --*
  if i == 7 then break end --*
  if i == 5 then --*
    print(y)
    goto continue --*
  end --*
  x = f(i) --*
  ::continue::
end --*
print(x, y) --*
