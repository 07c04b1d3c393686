-- A loop that may have been meant to go on.
local function f(t)
  for k in pairs(t) do
    return k
  end end
end

local function g(t
  for k in pairs(t) do return k end
end
