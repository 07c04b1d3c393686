local Animal = require "lib.animal"
local Dog = setmetatable({}, { __index = Animal })
Dog.__index = Dog

function Dog:sound() return "woof" end
function Dog:fetch() return self:speak(), self.name, self.absent end

Dog.create = Animal.new
Dog.base = Animal
Dog.base.count = Dog.base.count + 1
return Dog
