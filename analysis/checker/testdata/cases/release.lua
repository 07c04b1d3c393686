-- nil that lets go of a value.

local function silent()
  local big = load()
  use(big)
  big = nil
  wait()
end

local function hint()
  local big = load()
  use(big)
  big = nil -- want "its scope ends" dead-store hint 311
--^^^
--~~~~~~~~~
end

return silent, hint
