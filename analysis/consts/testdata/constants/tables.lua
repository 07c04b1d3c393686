-- Fields of tables that do not escape.

do
  local t = { x = 1, y = 2 }
  check(t.x, t.y, t.z) --> nil|integer|string, nil|integer, nil
  t.x = "s"
  check(t.x) --> nil|integer|string
end

do
  local t = {}
  for i = 1, 3 do t[i] = i end
  check(t[1], #t) --> nil|integer, integer
end

do -- seen by others
  local t = { x = 1 }
  check(t) --> table
  check(t.x) --> any
end

do -- in a closure
  local t = { n = 0 }
  local function inc() t.n = t.n + 1 end
  inc()
  check(t.n) --> any
end
