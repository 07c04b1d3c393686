-- Fields of self that are set under a name which the file has once, and nearly as another one.

local Shop = {}

function Shop:enter(items)
  self.purchaseSelection = 1
  self.itemsWindow = items
end

function Shop:pressed(button)
  if button == "JUMP" then
    self.purchasSelection = 1 -- want "^field `purchas.election` is named nowhere else in this file: maybe `purchaseSelection` is meant$" hint
  --^^^^^^^^^^^^^^^^^^^^^
  end
end

function Shop:draw()
  print(self.purchaseSelection, self.itemsWindow)
end

-- What another file may read: nothing here has nearly that name, or nothing reads what has.
function Shop:leave()
  self.previous = nil
  self.itemsWindows = 2
  self.finished, self.finishd = true, true
end

return Shop
