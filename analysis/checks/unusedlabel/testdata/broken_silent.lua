-- The text that is not understood may lead to the label.

local function f()
  if x then goto = continue end
  ::continue::
end
