-- luacheck: std lua51+love
-- What these functions do, or may do, somebody can tell.

local loud = {}

function love.draw(x, name)
  love.graphics.clear()
  love.timer.step()
  love.timer.sleep(0.1)
  love.math.random(6)
  love.math.noise(x)
  love.keyboard.isDown("no such key")
  love.filesystem.getInfo(name)
  love.filesystem.newFile("log", "w")
  love.event.poll()
  love.nothing()
  love.graphics.getFont() -- which raises an error before there is a window, as others do
  love.graphics.getStats()
  love.graphics.getRendererInfo()
  love.system.getClipboardText()
  loud.x = love.graphics.getWidth()
  return loud, love.graphics.getHeight()
end

-- What is handed to one that only reads it is needed.
local colour = {1, 0, 0}
love.graphics.setColor(colour)
colour = {}
colour[1] = 0
love.graphics.setColor(colour)

-- The third argument is what it fills.
local mode = {}
local _, _, same = love.window.getMode(nil, nil, mode)
mode.own = 1
print(same.own)
