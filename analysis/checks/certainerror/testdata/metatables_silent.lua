-- Whoever gives metatables to everything may do anything.

debug.setmetatable(nil, { __index = function() return 1 end, __call = print })
debug["setmetatable"](1, { __index = math, __call = print })

local function tested(x)
  if x == nil then
    return x.y
  end
  (nil)()
  (1)()
  return #nil, nil + 1
end
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
return tested
