-- luacheck: std lua54+playdate

function playdate.update()
  playdate.isCrankDocked() -- want "the result of `playdate\\.isCrankDocked` is not used" discarded-pure-call
--         ^^^^^^^^^^^^^
--~~~~~~~~~~~~~~~~~~~~~~~~
  playdate.geometry.point.new(1, 2) -- want "the result of `playdate\\.geometry\\.point\\.new` is not used" discarded-pure-call
--                        ^^^
--~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  local gfx = playdate.graphics
  gfx.getDrawOffset() -- want "the result of `gfx\\.getDrawOffset` is not used" discarded-pure-call
--    ^^^^^^^^^^^^^
--~~~~~~~~~~~~~~~~~~~
  playdate.getCrankChange()
  playdate.getCrankTicks(4)
  playdate.buttonIsPressed("a")
  gfx.clear()
end
