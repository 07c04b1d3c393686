--- What makes sounds.
local Animal = {}
Animal.__index = Animal

-- Makes an animal.
-- Its name is of no importance.
function Animal.new(name, ...)
  local self = setmetatable({}, Animal)
  self.name = name
  return self, ...
end

function Animal:speak()
  return self.name .. " says " .. self:sound()
end

function Animal:sound() return "…" end

Animal.count = 0
Animal.kinds = { ["two legs"] = 2, four = 4 }
return Animal
