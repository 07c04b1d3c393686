-- What the text that is not understood cannot see.

local function f()
  local x = 1 -- want "`x` is never used"
--      ^
--~~~~~~~~~~~
end

local y = = 1
