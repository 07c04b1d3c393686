-- Upvalues of registers and of upvalues, and cells that loops must close.
local count, shared = 0, {}
local function recurse(n)
  count = count + 1
  if n > 0 then return recurse(n - 1) end
  return function()
    shared[n], count = count, nil
    return function(...) global = shared return n, count, ... end
  end
end
local fs = {}
for i = 1, 3 do
  local j = i * i
  fs[#fs + 1] = function() j = j + i return j end
end
while #fs > 0 do
  local top = fs[#fs]
  fs[#fs] = nil
  if top() == 4 then break end
  if top == recurse then goto continue end
  recurse(function() return top end)
  ::continue::
end
local _ENV = {recurse = recurse}
outer = function() inner = recurse end
