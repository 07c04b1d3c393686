local Animal = {}
Animal.__index = Animal --> (self).__index defined written

function Animal.new(name) --> (self).new defined written, function of lines 4 to 9, as function Animal.new(name)
  local self = setmetatable({}, Animal)
  self.name = name --> (self).name defined written
  local function inner() return self.name end --> (self).name read
  return self, inner
end

function Animal:speak(other) --> (self).speak defined written, method of lines 11 to 16, as function Animal:speak(other)
  other.name = 1
  self:sound(function() return self.name end) --> (self).sound read
  self = other
  return self.name
end

function Animal.sound(self) return self.name end --> (self).sound defined written, function of lines 18 to 18, as function Animal.sound(self); (self).name read
function Animal.free(this) return this.name end --> (self).free defined written, function of lines 19 to 19, as function Animal.free(this)
Animal.field = function(self) return self.name end --> (self).field defined written, function of lines 20 to 20, as function Animal.field(self); (self).name read

local Dog = setmetatable({}, { __index = Animal, __name = "dog" }) --> {}.__index defined written; {}.__name defined written
Dog.__index = Dog --> {}.__index defined written, hides (self).__index
function Dog:sound() return self.name end --> {}.sound defined written, method of lines 24 to 24, as function Dog:sound(), hides (self).sound
function Dog.bark() end --> {}.bark defined written, function of lines 25 to 25, as function Dog.bark()
local puppy = Dog.new("x")
print(puppy.name)

local Cat = setmetatable({}, { __index = require "base" }) --> {}.__index defined written, is (base); (base) required read
function Cat:sound() end --> {}.sound defined written, method of lines 30 to 30, as function Cat:sound(), hides (base).sound

local plain = setmetatable({}, { __mode = "k" }) --> {}.__mode defined written
plain.x = 1 --> {}.x defined written

local function object() return setmetatable({}, { __index = Dog }) end --> {}.__index defined written
object():sound()

-- What a call makes is one thing.
local Third = class("third") --> class read
function Third:method() self.x = 1 end --> {}.method defined written, method of lines 40 to 40, as function Third:method(); {}.x defined written
Third.method() --> {}.method read

-- Metamethods have objects for self.
Animal.__call = function(self) return self.name end --> (self).__call defined written, function of lines 44 to 44, as function Animal.__call(self), said: Metamethods have objects for self.
Third.__len = function(self) return self.x end --> {}.__len defined written, function of lines 45 to 45, as function Third.__len(self)

-- A function of two tables is no method of either; one under two names is.
local function shared(self) return self.x end
local function twice(self) return self.x end --> {}.x read
Third.shared = shared --> {}.shared defined written
Animal.shared = shared --> (self).shared defined written
Third.twice = twice --> {}.twice defined written
Third.again = twice --> {}.again defined written
return Animal
