-- tostring asks numbers and nil for their metatables, if they have some.

debug.setmetatable(1, { __tostring = function() print("asked") return "?" end })
tostring(1)
