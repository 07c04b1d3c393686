-- Conditions that are decided by what variables hold.

local DEBUG = false
local LEVEL, LIMIT = 2, 10
local unset

local function switch(x)
  if DEBUG then -- want "^condition is always false: `DEBUG` is false, set at line 3$" related=3
  -- ^^^^^
    print(x)
  --~~~~~~~~
  end
  if not DEBUG then -- want "^condition is always true: `DEBUG` is false, set at line 3$" related=3
  -- ^^^^^^^^^
    print(x)
  end
  return x and DEBUG and 1 or 2 -- want "^condition is always false: `DEBUG` is false, set at line 3$" related=3
  --           ^^^^^
end

local function compared(x)
  if LEVEL > 1 then -- want "^condition is always true: `LEVEL` is 2, set at line 4$" related=4
  -- ^^^^^^^^^
    print(x)
  elseif x and LIMIT <= LEVEL then
    print(x)
  --~~~~~~~~
  end
  while LIMIT * 2 ~= LEVEL do -- want "^condition is always true: `LIMIT` is 10, set at line 4 and `LEVEL` is 2, set at line 4$" related=4,4
  --    ^^^^^^^^^^^^^^^^^^
    if x() then return end
  end
end

local function never_assigned()
  if unset then return 1 end -- want "^condition is always false: `unset` is nil, declared without a value at line 5$" related=5
  -- ^^^^^
  --            ~~~~~~~~
end

local function on_all_paths(x)
  local n
  if x then n = 0 else n = 0 end
  repeat x() until n == 0 -- want "^condition is always true: `n` is 0, set at line 43$" related=43,43
  --               ^^^^^^
end

local function in_a_loop(x)
  local done = false
  while not done do -- want "^condition is always true: `done` is false, set at line 49$" related=49
  --    ^^^^^^^^
    if x() then
      done = true
      break
    end
  end
end

local function numeric_loop(x)
  local n = 0
  for i = 1, n do print(i) end -- want "^the loop never runs: `n` is 0, set at line 60$" related=60
  --      ^^^^
  for i = n, 1 do print(i) end
  for i = 1, 0 do print(i) end
end

local function in_the_condition(x)
  local mode = "fast"
  return (x and mode == "fast") or x -- want "^condition is always true: `mode` is \"fast\", set at line 68$" related=68
  --            ^^^^^^^^^^^^^^
end

local function a_long_string(x)
  local s = "a string that is too long to be shown in full"
  if s == x then return 1 end
  if s == "another" then return 2 end -- want "^condition is always false: `s` is a string, set at line 74$" related=74
  -- ^^^^^^^^^^^^^^
  --                     ~~~~~~~~
end

local function an_edge_that_is_never_taken()
  local n = 0
  while n < 3 do -- want "^condition is always true: `n` is 0, set at line 82$" related=82
  --    ^^^^^
    n = n + 1
    do
      if n ~= n then goto continue end -- want "^condition is always false: `n` is 1, set at line 85$" related=85
      -- ^^^^^^
      if n then break end -- want "^condition is always true: `n` is 1, set at line 85$" related=85
      -- ^
    end
    ::continue::
  end
end

local function negated(x)
  local off = false
  if x and not (off) then x() end -- want "^condition is always true: `off` is false, set at line 97$" related=97
  --       ^^^^^^^^^
  if not not off then x() end -- want "^condition is always false: `off` is false, set at line 97$" related=97
  -- ^^^^^^^^^^^
  --                  ~~~
  if not (x and off) then x() end -- want "^condition is always false: `off` is false, set at line 97$" related=97
  --            ^^^
  if not (off == true) then x() end -- want "^condition is always true: `off` is false, set at line 97$" related=97
  -- ^^^^^^^^^^^^^^^^^
end

return switch, compared, never_assigned, on_all_paths, in_a_loop, numeric_loop, in_the_condition, a_long_string,
  an_edge_that_is_never_taken, negated
