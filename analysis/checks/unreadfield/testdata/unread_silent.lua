-- Fields that something reads, or may, and what other checks report.

function returned(x)
  local p = { x = x, y = 2 }
  print(p.x)
  return p
end

function unknown_key(x, k)
  local p = { x = x, y = 2 }
  return p[k]
end

function iterated()
  local p = { x = 1, y = 2 }
  for k, v in pairs(p) do print(k, v) end
end

function passed(f)
  local p = { x = 1, y = 2 }
  f(p)
  return p.x
end

function method()
  local p = { x = 1, y = 2 }
  function p:f() return self.x end
  return p:f()
end

function write_only(x)
  local p = { x = x }
  p.y = 2
end

function unreachable(x)
  local p = { x = x, y = 2 }
  do return p.x end
  print(p.y)
end

function length(x)
  local p = { x, x }
  p[3] = 1
  return #p
end

-- Nothing can use the table: write-only-table says so once.
do
  local M = {}
  M.sub = {}
  function M.sub.run() return M.sub.step() end
end
