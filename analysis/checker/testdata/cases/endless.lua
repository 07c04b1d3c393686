-- Behind a loop without an end; in nested blocks too.

local function direct()
  while true do poll() end
  print("left") -- want "the loop at line 4 never gets here" unreachable-code related=4
--^^^^^^^^^^^^^
end

local function nested(c)
  do
    if c then
      while true do poll() end
      print("left") -- want "the loop at line 12 never gets here" unreachable-code related=12
--    ^^^^^^^^^^^^^
    end
  end
end

return direct, nested
