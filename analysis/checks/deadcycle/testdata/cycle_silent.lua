-- Values that are read to compute themselves, and for something else too.

function returned(n)
  local s = 0
  for i = 1, n do s = s + i end
  return s
end

function decides(more)
  local n = 0
  while n < 10 do n = n + more() end
end

function observed(f)
  local calls = 0
  f(function() calls = calls + 1 end)
  return function() return calls end
end

function shown(n)
  local a, b = 0, 1
  for _ = 1, n do
    a, b = b, a + b
    print(b)
  end
end

function raised(n)
  local s = 0
  for i = 1, n do
    s = s + i
    if s > 100 then error("too large") end
  end
end

function quiet(n)
  local _s = 0
  for i = 1, n do _s = _s + i end
end

function collected(f)
  local depth = 0
  local t = setmetatable({}, { __gc = function() f(depth) end })
  depth = depth + 1
  return t
end

function decided()
  repeat
    local a = 1
    local b = a
  until b == 1
  while true do
    local x = 1
    if x then break end
  end
end
