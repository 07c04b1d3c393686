-- The implicit self, and names that begin with an underscore.

local class = {}

function class:method() return 1 end

local _, _rest = class.method()
for _ in pairs(class) do print() end
local function _helper(_, _x) _x = 1 end

return class
