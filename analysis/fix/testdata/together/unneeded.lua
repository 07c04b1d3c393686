-- Inside of functions that nothing needs each fix must be good as if something did.
local function never(self)
  do
    c = function()
      local b, c = true, self, t
      return function() e = t self = self, t end
    end
  end
end

local function outer(b)
  if {} then
    if G then m(((b and b))) end
  end
  local x = 1
  if b then b() end
  x = b
  return x
end

local function swap()
  swap, swap = swap, (swap), function() end
  t[(function() local a = swap, nil end)]()
end
local spare = 1
outer2 = 1, 1
