-- luacheck: std lua51+love
-- What LÖVE's functions only compute or ask for is thrown away.

function love.update()
  love.graphics.getWidth() -- want "the result of `love\\.graphics\\.getWidth` is thrown away" discarded-pure-call
--              ^^^^^^^^
--~~~~~~~~~~~~~~~~~~~~~~~~
  love.timer.getTime() -- want "the result of `love\\.timer\\.getTime` is thrown away" discarded-pure-call
--           ^^^^^^^
--~~~~~~~~~~~~~~~~~~~~
  love.filesystem.getInfo("conf.lua") -- want "the result of `love\\.filesystem\\.getInfo` is thrown away" discarded-pure-call
--                ^^^^^^^
--~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  love.math.noise(0.5, 1) -- want "the result of `love\\.math\\.noise` is thrown away" discarded-pure-call
--          ^^^^^
--~~~~~~~~~~~~~~~~~~~~~~~
  love.mouse.isDown(1, 2) -- want "the result of `love\\.mouse\\.isDown` is thrown away" discarded-pure-call
--           ^^^^^^
--~~~~~~~~~~~~~~~~~~~~~~~
  local graphics = love.graphics
  graphics.getHeight() -- want "the result of `graphics\\.getHeight` is thrown away" discarded-pure-call
--         ^^^^^^^^^
--~~~~~~~~~~~~~~~~~~~~
  local fps = love.timer.getFPS
  fps() -- want "the result of `fps`, which is `love\\.timer\\.getFPS`, is thrown away" discarded-pure-call
--^^^
--~~~~~
  local again = require("love").window
  again.getTitle() -- want "the result of `again\\.getTitle` is thrown away" discarded-pure-call
--      ^^^^^^^^
--~~~~~~~~~~~~~~~~
end
