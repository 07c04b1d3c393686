-- Overwritten on all paths; the last store before the scope ends.

local function f(c)
  local x = g() -- want "overwritten at line 8 and at line 10$" dead-store 311 related=8,10
  --    ^
  --    ~~~~~~~
  if c then
    x = 1
  else
    x = 2
  end
  print(x)
  x = 3 -- want "its scope ends" dead-store 311
--^
--~~~~~
end

return f
