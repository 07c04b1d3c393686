-- What a numeric loop gives its variable, from a constant or to one.

local function up(t, n)
  for i = 1, #t do
    if i ~= 0 then print(t[i]) end -- want "^condition is always true: `i` was set by the loop at line 4$" hint related=4
    -- ^^^^^^
    if i > 1 then print(t[i - 1]) end
    if i == n then return i end
  end
  for i = n, 5 do
    if i > 5 then print(i) end -- want "^condition is always false: `i` was set by the loop at line 10$" hint related=10
    -- ^^^^^
    if i > 4 or i < 0 then print(i) end
  end
end

local function down(n)
  for i = 10, 1, -1 do
    if i < 1 then print(i) end -- want "^condition is always false: `i` was set by the loop at line 18$" hint related=18
    -- ^^^^^
    if i < n or i == 10 then print(i) end
  end
  for i = 0.5, 2, 0.5 do
    if i == 0 then print(n) end -- want "^condition is always false" hint related=23
    -- ^^^^^^
    if i == 0.5 or i == 1 then print(i) end
  end
end

local function after(n)
  for i = 1, 3 do
    if i == 1 then
      print(n)
    elseif i == 4 then -- want "^condition is always false: `i` was tested at line 32 and set by the loop at line 31$" hint related=32,31
      --   ^^^^^^
      print(i)
    end
  end
end

-- Whoever assigns the variable, a step that is not known, and one that may come round.
local function other(n)
  for i = 1, 10 do
    i = n
    if i > 0 then print(i) end
  end
  for i = 1, 10, n do
    if i > 0 then print(i) end
  end
  for i = 1, math.maxinteger, 1 << 40 do
    if i > 0 then print(i) end
  end
  for i = n, n do
    if i > 0 then print(i) end
  end
  for i = 1, 10 do
    n[i] = function() i = i - 1 if i > 0 then print(i) end end
  end
end

return { up, down, after, other }
