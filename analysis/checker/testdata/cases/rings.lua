-- Rings of local functions that nobody else calls, and what only they use.

do
  local even, odd
  local calls = 0 -- want "^local `calls` is only used by `even`, which is unused too$" never-read 231 related=7,4
  --    ^^^^^
  function even(n) calls = calls + 1 return n == 0 or odd(n - 1) end -- want "^local function `even` is only used by `odd`, which is unused too$" unused-function related=4
  --       ^^^^
--~~~~~~~~~~~~~
  function odd(n) return n ~= 0 and even(n - 1) end -- want "^local function `odd` is only used by `even`, which is unused too$" unused-function related=4
  --       ^^^
--~~~~~~~~~~~~
end

do
  local function first(n) return n end -- want "^local function `first` is only used by `second`, which is unused too$" unused-function related=19
  --             ^^^^^
--~~~~~~~~~~~~~~~~~~~~
  local function second(n) return first(n) end -- want "^local function `second` is only used by `third`, which is unused too$" unused-function related=22
  --             ^^^^^^
--~~~~~~~~~~~~~~~~~~~~~
  local function third(n) return second(n) or third(n) end -- want "^local function `third` is only used by itself$" unused-function
  --             ^^^^^
--~~~~~~~~~~~~~~~~~~~~
end

do
  local function used(n) return n end
  local function user(n) return used(n) end
  print(user)
end
