-- Conditions that repeat one which has decided.

local function clauses(a, b, f)
  if a == 1 then
    f(1)
  elseif b then
    f(2)
  elseif a == 1 then -- want "`a == 1` was already tested at line 4: always false here" related=4
--       ^^^^^^
    f(3)
  elseif b and a then -- want "`b` was already tested at line 6: always false here" related=6
--       ^
    f(4)
  elseif (b) or a then -- want "`\\(b\\)` was already tested at line 6" related=6
--       ^^^
    f(5)
  end
end

local function chains(a, b, c, f)
  if a == "x" or b or a == "x" then f() end -- want "`a == \"x\"` was already tested at line 21: always false here" related=21
--                    ^^^^^^^^
  if a and b and a then f() end -- want "`a` was already tested at line 23: always true here" related=23
--               ^
  while not a or not a do f() end -- want "`not a` was already tested .*always false here" related=25
--               ^^^^^
  repeat f() until a and (b or a) -- want "`a` was already tested .*always true here" related=27
--                             ^
  local d = a and a and b -- want "`a` was already tested .*always true" related=29
--                ^
  local e = a or b or a or c -- want "`a` was already tested .*always false" related=31
--                    ^
  local g = a == 1 or b == 2 or a == 1 -- want "`a == 1` was already tested .*always false" related=33
--                              ^^^^^^
  f(a and f(a or "")) -- want "`a` was already tested .*always true" related=35
--          ^
  return d, e, g, not (a or b and a) -- want "`a` was already tested .*always false" related=37
--                                ^
end

local function implied(a, b, c, f)
  if a or b then
    f(1)
  elseif b then -- want "`b` was already tested at line 42: always false here" related=42
--       ^
    f(2)
  elseif c and (b or a) then -- want "`b` was already tested .*always false" related=42 "`a` was already tested .*always false" related=42
--              ^    ^
    f(3)
  end
  return (a and b) and b -- a value
end

-- What is called between does not matter to a variable that only this function has.
local function calls(a, f)
  if a and f() and a then f() end -- want "`a` was already tested" related=56
--                 ^
  if a then
    f()
  elseif f() then
    f()
  elseif a then -- want "`a` was already tested at line 58" related=58
--       ^
    f()
  end
end

local up = 1
local function quiet(a, f)
  up = f
  if up == nil or a or up == nil then f() end -- want "`up == nil` was already tested .*always false" related=71
--                     ^^^^^^^^^
end

local function metamethods(a, b, t, f)
  if a < b or a < b then f() end -- want "`a < b` was already tested at line 76: always false here, unless a metamethod says otherwise" hint related=76
--            ^^^^^
  if a == b or a == b then f() end -- want "unless a metamethod" hint related=78
--             ^^^^^^
  if a % 2 == 0 and a % 2 == 0 then f() end -- want "always true here, unless" hint related=80
--                  ^^^^^^^^^^
  if #t == 0 or #t == 0 then f() end
end

local function value(a, f)
  local b = a and a or f -- want "`a` was already tested at line 86: always true here" hint related=86
--                ^
  return b
end

local function long(aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, f)
  if aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa then
    f()
  elseif aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa then -- want "^this condition was already tested" related=92
--       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    f()
  end
end
