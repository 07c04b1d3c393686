-- Functions in fields of the module, which other code may replace.

local M = {}

function M.pair(a, b) return b, a end
M.name = function(first) return first and "yes" or "no" end

function M.run(a)
  M.pair(a, a) -- want "^the result of `M.pair` is not used, and the call does nothing else, unless other code has replaced it$" hint related=5
--  ^^^^
--~~~~~~~~~~~~
  M.name(a) -- want "`M.name`" hint related=6
--  ^^^^
--~~~~~~~~~
end

-- A table that stays in the file: nothing replaces its functions.
do
  local util = {}
  function util.pair(a, b) return b, a end
  util.pair(1, 2) -- want "^the result of `util.pair` is not used, and the call does nothing else$" related=20
--     ^^^^
--~~~~~~~~~~~~~~~
  print(util.pair(1))
end

return M
