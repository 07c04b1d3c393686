-- Blocks and statements that hold nothing.

local function branches(a, f)
  if a then end -- want "^empty `if` branch$" 542
--^^^^^^^^^
  if a then elseif f() then else end -- want "empty `if` branch" 542 "empty `elseif` branch" 542 "empty `else` branch" 542
--^^^^^^^^^ ^^^^^^^^^^^^^^^ ^^^^
  if a then -- why
  elseif f() then ; else f() end -- want "empty `elseif` branch" 542
--^^^^^^^^^^^^^^^
  if a then f() else end -- want "empty `else` branch" 542
--              ^^^^
  if a -- want "empty `if` branch" 542
--^^
    and f() then
  else f() end
end

local function blocks(f)
  do end -- want "^empty `do` block$" 541
--^^^^^^
  do ; end -- want "empty `do` block" 541
--^^^^^^^^
  do do end end -- want "empty `do` block" 541
--   ^^^^^^
end

local function semicolons(f)
  ; -- want "^empty statement$" 551
--^
  f();; -- want "empty statement" 551
--    ^
  while f() do ; end -- want "empty statement" 551
--             ^
  for i = 1, 2 do ; f() end -- want "empty statement" 551
--                ^
  for k in f() do f() ;; end -- want "empty statement" 551
--                     ^
  repeat ; until f() -- want "empty statement" 551
--       ^
  if f() then ; f() else f() ;; end -- want "empty statement" 551 "empty statement" 551
--            ^               ^
end

local _ = 1;; -- want "empty statement" 551
--          ^
