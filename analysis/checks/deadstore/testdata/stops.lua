-- Stores that control does not come to overwrite nothing.

local function stop() error("x") end

function never()
  local x = 1 -- want "^value assigned to `x` is never read: execution never gets past line 9$" 311
  --    ^
  --    ~~~~~
  stop()
  x = 2
  return x
end

function sometimes(c)
  local x = 1 -- want "^value assigned to `x` is never read: overwritten at line 19, or execution never gets past line 18$" 311 related=19
  --    ^
  --    ~~~~~
  if c then stop() end
  x = 3
  return x
end

function given(x) -- want "^parameter `x` is overwritten at line 27 before it is read, or never read$" 312 related=27
  --           ^
  --           ~
  if not y then error("x") end
  x = 3
  return x
end
