-- Values that are read for others which something needs, and what other checks report.

function needed(x)
  local a = x
  local b = a
  return b
end

function effect(f)
  local a = f
  local b = a()
end

function alone(x)
  local a = x
end

function overwritten(x)
  local a = x
  a = 2
  return a
end

function filled(x)
  local a = x
  local t = {}
  t.x = a
end

function unreachable(x)
  local a = x
  local b = a
  do return end
  print(b)
end

local function unused()
  local a = 1
  return a
end

function raised(given) -- control does not come from error to the read
  local t = {}
  if given == 1 then
    t = { 1 }
  else
    error(given)
  end
  return t
end
