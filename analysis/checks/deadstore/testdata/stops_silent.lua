-- Values that say "not known yet" where control does not come to what overwrites them,
-- and values that are read in front of a call that never returns.

local function stop() error("x") end

function placeholder()
  local x = 0
  stop()
  x = 2
  return x
end

function read(f)
  local x = 1
  f(x)
  x = 2
  error(x)
  x = 3
  return x
end
