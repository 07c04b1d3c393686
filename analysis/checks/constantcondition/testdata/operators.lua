-- Operators and standard functions whose results always count as true.

local function slips(a, b, c)
  local x = a .. b or c -- want "^the right side of `or` is never used: `a \\.\\. b` gives a string, unless a metamethod is called; `\\(b or c\\)` may be meant$" hint
  --        ^^^^^^
  local y = #c .. a .. b.name or "" -- want "`#c \\.\\. a \\.\\. b\\.name` gives a string, unless .*; `\\(b\\.name or \"\"\\)` may be meant$" hint
  --        ^^^^^^^^^^^^^^^^^
  local z = a + c[1] or 0 -- want "`a \\+ c\\[1\\]` gives a number, unless .*; `\\(c\\[1\\] or 0\\)` may be meant$" hint
  --        ^^^^^^^^
  local u = -a or 0 -- want "`-a` gives a number, unless .*; `\\(a or 0\\)` may be meant$" hint
  --        ^^
  local v = tostring(a) or b -- want "^the right side of `or` is never used: `tostring\\(a\\)` gives a string; `tostring\\(a or b\\)` may be meant$" warning
  --        ^^^^^^^^^^^
  local w = (#a + 1) * 2 or 0 -- want "`\\(#a \\+ 1\\) \\* 2` gives a number, unless a metamethod is called$" hint
  --        ^^^^^^^^^^^^
  local s = "n" .. tostring(a) or b -- want "`\"n\" \\.\\. tostring\\(a\\)` gives a string; `\\(tostring\\(a\\) or b\\)` may be meant$" warning
  --        ^^^^^^^^^^^^^^^^^^
  local t = (a .. b) or c -- want "`a \\.\\. b` gives a string, unless a metamethod is called$" hint
  --         ^^^^^^
  local n = #a or 0 -- want "`#a` gives a number, unless a metamethod is called$" hint
  --        ^^
  local k = type(a) or b -- want "^the right side of `or` is never used: `type\\(a\\)` gives a string$" hint
  --        ^^^^^^^
  local l = a and b - 1 or b - 2 or c -- want "`b - 2` gives a number, unless a metamethod is called$" hint
  --                       ^^^^^
  return x, y, z, u, v, w, s, t, n, k, l
end

local function conditions(a, flags)
  if flags & 4 then a() end -- want "^condition is always true: `flags & 4` gives a number, unless a metamethod is called$" hint
  -- ^^^^^^^^^
  if not #a then a() end -- want "^condition is always false: `#a` gives a number, unless" hint
  -- ^^^^^^
  while a and #a do a = a.next end -- want "^condition is always true: `#a` gives a number, unless" hint
  --          ^^
  if type(a == "string") then a() end -- want "^condition is always true: `type\\(a == \"string\"\\)` gives a string; `type\\(a\\) == \"string\"` may be meant$" warning
  -- ^^^^^^^^^^^^^^^^^^^
end

local function words(a)
  if type(a) == "fuction" then a() end -- want "^condition is always false: `type` never gives \"fuction\"; \"function\" may be meant$" warning
  -- ^^^^^^^^^^^^^^^^^^^^
  local kind = type(a)
  if kind ~= "Table" then a() end -- want "^condition is always true: `type` never gives \"Table\"; \"table\" may be meant$" warning
  -- ^^^^^^^^^^^^^^^
  if kind == "string" then return end
  if not ("bool" == kind) then a() end -- want "^condition is always true: `type` never gives \"bool\"; \"boolean\" may be meant$" warning
  -- ^^^^^^^^^^^^^^^^^^^^
  return io.type(a) == "closed" or math.type(a) == "interger" -- want "`math\\.type` never gives \"interger\"; \"integer\" may be meant$" warning
  --                               ^^^^^^^^^^^^^^^^^^^^^^^^^^
end

return slips, conditions, words
