-- Behind loops whose `until` is false by its text.

local function endless_repeat(x)
  repeat
    print(x)
  until false
  print(x) -- want "^unreachable code: the loop at line 4 never gets here$" related=4
--^^^^^^^^
end

local function endless_repeat_shared(x)
  repeat
    local y = x()
    x = function() return y end
  until nil
  print(x) -- want "^unreachable code: the loop at line 12 never gets here$" related=12
--^^^^^^^^
end

local function endless_repeat_inside(x)
  repeat
    while x do
      if x() then break end
    end
    for i = 1, x do
      repeat
        if i == 3 then break end
      until false
      print(i)
    end
  until (false)
  print(x) -- want "^unreachable code: the loop at line 21 never gets here$" related=21
--^^^^^^^^
end
