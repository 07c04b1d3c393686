-- Conditions and values that are always the same.
local DEBUG = false
local size = 2 * 8
local mode
local flag = true
local function f(n)
  if DEBUG or n then
    --^
--| the value of `DEBUG` comes only from line 2, and is always false
--|   line 2 "DEBUG": set to false here
--| `DEBUG` is always false
--|   line 2 "DEBUG": set to false here
--| the function at line 6 captures `DEBUG`: a call may read it
--|   line 7 "DEBUG": read by the function at line 6
    print(n)
  end
  if not (size == 16) then print(n) end
  --      ^
--| the value of `size` comes only from line 3, and is always 16
--|   line 3 "size": set to 16 here
--| `size == 16` is always true
--|   line 3 "size": set to 16 here
--| the function at line 6 captures `size`: a call may read it
--|   line 17 "size": read by the function at line 6
--|   line 42 "size": read by the function at line 6
  if mode then print(mode) end
  -- ^
--| the value of `mode` comes only from line 4, and is always nil
--|   line 4 "mode": declared without a value here, so it is nil
--| `mode` is always false
--|   line 4 "mode": declared without a value here, so it is nil
--| the function at line 6 captures `mode`: a call may read it
--|   line 26 "mode": read by the function at line 6
--|   line 26 "mode": read by the function at line 6
  local k = 1
  if n then k = 2 - 1 end
  if k ~= 1 then print(k) end
  --   ^
--| `k ~= 1` is always false
--|   line 35 "k": set to 1 here
--|   line 36 "k": set to 1 here
  print(size, k)
  --    ^
--| the value of `size` comes only from line 3, and is always 16
--|   line 3 "size": set to 16 here
--| the function at line 6 captures `size`: a call may read it
--|   line 17 "size": read by the function at line 6
--|   line 42 "size": read by the function at line 6
  for i = k, 0 do print(i) end
  --  ^
--| the loop never gives `i` a value
--| the loop never runs its body
--|   line 35 "k": set to 1 here
--|   line 36 "k": set to 1 here
  if flag then print(flag) end
  -- ^
--| the value of `flag` comes from one of 2 places
--|   line 5 "flag": may have been assigned here
--|   line 75 "flag": may have been assigned here
--| 2 functions capture `flag`: a call may read or change it
--|   line 55 "flag": read by the function at line 6
--|   line 55 "flag": read by the function at line 6
--|   line 75 "flag": written by the function at line 75
  local t = {}
  if t.x then print(t.x) end
  --  ^
--| the value of `t` comes only from line 64
--|   line 64 "t": assigned here
--| `t.x` is always false
--|   line 64 "{}": the table is created here, and never leaves the file
  return n and 1 or 2
  --       ^
--| nothing is known of this place, nearest line 71 "n"
end
local function set() flag = false end
local function four() return 4 end
if four() == 4 then print(f) end
--        ^
--| `four() == 4` is always true
--|   line 76 "function four()": the function called returns 4
if not f == "x" then set() end
--       ^
--| `not f == "x"` is always false
--|   line 6 "f": set to the function at line 6 here
return f, set
