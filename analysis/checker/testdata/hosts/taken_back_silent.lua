-- luacheck: std lua51+love
-- The host is not that of all of the file.

love.graphics.getWidth()

local function other()
  -- luacheck: std lua51
  love.timer.getTime()
end
other()
