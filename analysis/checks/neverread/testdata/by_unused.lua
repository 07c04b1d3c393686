-- Only functions that nothing calls read these.

local function counted()
  local n = 0 -- want "^local `n` is only used by `unused`, which is unused too$" 231 related=6,6
  --    ^
  local function unused() n = n + 1 return n end
end

local function assigned(x)
  local a = x -- want "^local `a` is only used by `unused`, which is unused too$" 231 related=13,12
  --    ^
  local function unused() return a end
  a = 2
  x()
end

local function read(x)
  local a = x
  local function unused() return a end
  a = 2
  print(a)
end

return counted, assigned, read
