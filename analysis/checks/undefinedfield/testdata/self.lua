-- Names of fields of self that stand in the text once, and nearly as another one does.

local Graph = {}
Graph.__index = Graph

function Graph.new(vertices)
  local self = setmetatable({}, Graph)
  self.parameters = vertices
  return self
end

function Graph:fill(all)
  self.supervertices = {}
  for i = 1, #all do
    self.supervertices[i] = all[i]
  end
  self.binaryflags = 0
end

function Graph:contains(v)
  return self.supertvertices[v] ~= nil -- want "^nothing in this file sets field `supert.ertices`: maybe `supervertices` is meant$" hint related=13
  --     ^^^^^^^^^^^^^^^^^^^
end

function Graph:flags(which)
  local function each()
    return self.binaryFlags & which -- want "^nothing in this file sets field `binaryF.ags`: maybe `binaryflags` is meant$" hint related=17
    --     ^^^^^^^^^^^^^^^^
  end
  return each() + self.binaryflags
end

function Graph.draw(self)
  self.posistion = { 1, 2 }
  self.width, self.height = 3, 4
  print(self.posistion, self.widht, self.heigth) -- want "`heig.h`: maybe `height` is meant" hint related=35
  --                                ^^^^^^^^^^^
  return self.height
end

return Graph
