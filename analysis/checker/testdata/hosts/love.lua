-- luacheck: std lua51+love
-- What LÖVE's functions only compute or ask for is not used.

function love.update()
  love.graphics.getWidth() -- want "the result of `love\\.graphics\\.getWidth` is not used" discarded-pure-call
--              ^^^^^^^^
--~~~~~~~~~~~~~~~~~~~~~~~~
  love.timer.getTime() -- want "the result of `love\\.timer\\.getTime` is not used" discarded-pure-call
--           ^^^^^^^
--~~~~~~~~~~~~~~~~~~~~
  love.filesystem.getInfo("conf.lua") -- want "the result of `love\\.filesystem\\.getInfo` is not used" discarded-pure-call
--                ^^^^^^^
--~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  love.math.noise(0.5, 1) -- want "the result of `love\\.math\\.noise` is not used" discarded-pure-call
--          ^^^^^
--~~~~~~~~~~~~~~~~~~~~~~~
  love.mouse.isDown(1, 2) -- want "the result of `love\\.mouse\\.isDown` is not used" discarded-pure-call
--           ^^^^^^
--~~~~~~~~~~~~~~~~~~~~~~~
  local graphics = love.graphics
  graphics.getHeight() -- want "the result of `graphics\\.getHeight` is not used" discarded-pure-call
--         ^^^^^^^^^
--~~~~~~~~~~~~~~~~~~~~
  local fps = love.timer.getFPS
  fps() -- want "the result of `fps`, which is `love\\.timer\\.getFPS`, is not used" discarded-pure-call
--^^^
--~~~~~
  local again = require("love").window
  again.getTitle() -- want "the result of `again\\.getTitle` is not used" discarded-pure-call
--      ^^^^^^^^
--~~~~~~~~~~~~~~~~
end
