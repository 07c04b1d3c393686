-- Fields of tables that functions of the file hand one another, and of objects that stay in it.

local Shop = {}
Shop.__index = Shop

function Shop.new(items)
  local self = setmetatable({}, Shop)
  self.purchasSelection = 1 -- want "^field `purchasSelection` of these objects is never read, and they never leave this file: maybe `purchaseSelection` is meant$"
--^^^^^^^^^^^^^^^^^^^^^
--~~~~~~~~~~~~~~~~~~~~~~~~~
  self.items = items
  self.index = 0 -- want "^field `index` of these objects is never read, and they never leave this file$" related=17
--^^^^^^^^^^
--~~~~~~~~~~~~~~
  return self
end
function Shop:choose(i) self.purchaseSelection, self.index = i, i end
function Shop:draw() print(self.items[self.purchaseSelection]) end
function Shop:close() print("closed") end -- want "^field `close` of these objects is never read, and they never leave this file$"
--       ^^^^^^^^^^

local shops = { Shop.new({ "bread" }) }
for _, shop in ipairs(shops) do
  shop:choose(1)
  shop:draw()
end

-- An object of a class that has a base, and metamethods.
do
  local Base = {}
  Base.__index = Base
  function Base:describe() return self.kind .. self.size end
  local Derived = setmetatable({}, { __index = Base })
  Derived.__index = Derived
  Derived.__tostring = function(self) return self:describe() end
  Derived.__eq = function(a, b) return a.size == b.size end
  local function derived(size)
    return setmetatable({ size = size, kind = "d", left = 1 }, Derived) -- want "^field `left` of these objects is never read, and they never leave this file$" hint
    --                                             ^^^^
    --                                             ~~~~~~~~
  end
  print(derived(1), derived(2) == derived(3))
end

-- Tables without a metatable that are handed to functions.
do
  local function area(box) return box.width * box.height end
  local box = { width = 1, height = 2 }
  box.depth = 3 -- want "^field `depth` of this table is never read, and the table never leaves this file$"
--^^^^^^^^^
--~~~~~~~~~~~~~
  print(area(box))
end

-- A table in a variable.
do
  local shop = {}
  shop.purchasSelection = 1 -- want "^field `purchasSelection` of this table is never read, and the table never leaves this file: maybe `purchaseSelection` is meant$"
--^^^^^^^^^^^^^^^^^^^^^
--~~~~~~~~~~~~~~~~~~~~~~~~~
  shop.purchaseSelection, shop.title = 2, 3 -- want "^field `title` of this table is never read, and the table never leaves this file$"
  --                      ^^^^^^^^^^
  print(shop.purchaseSelection)
end
