-- The beginning of a block is missing, so that a function seems to end too early.
-- What is said of the others holds.

  local function before()
    local x = 1 -- want "`x` is never used" unused-local
--        ^
--  ~~~~~~~~~~~
  end

  local function broken(c, value, ...)
    local x = 1
    x = 2
    local used = c
    local helper = function() end
    -- list(function()
      return value
    end) -- want "unexpected symbol near '\\)'" syntax-error
--     ^
    print(used, x, helper, ...)
  end -- want "<eof> expected near 'end'" syntax-error
--^^^

  local function behind()
    local x = 1 -- want "`x` is never used" unused-local
--        ^
--  ~~~~~~~~~~~
  end

  before(broken, behind)
