-- What has been tested, or may have been.

local function tested(path, other)
  local file, message = io.open(path)
  if not file then return nil, message end
  file:close()
  local sure = assert(io.open(path))
  sure:close()
  local more = io.open(other)
  assert(more, "not there"):close()
  more:close()
  local last = io.open(path) or io.stdin
  last:close()
  local e, err = io.open(path)
  if err then return nil, err end
  e:close()
  return io.open(path) and 1
end

local function handed(path, check, t)
  local file = io.open(path)
  check(file)
  file:close()
  local again = io.open(path)
  t.file = again
  again:close()
  local piped = io.popen(path)
  piped:close()
end

-- Whoever has looked for a file knows that it is there.
local function found(name, exists)
  local path = package.searchpath(name, package.path)
  if path then
    io.open(path):close()
  end
  if exists(name) then
    io.open(name):close()
  end
  io.open(os.tmpname(), "w"):close()
end

-- Errors that somebody waits for.
pcall(function() io.open("a"):close() end)
xpcall(function()
  local file = io.open("a")
  file:close()
end, print)
assert.has_error(function() io.open("a"):close() end)

local function captured(path)
  local file = io.open(path)
  local function ensure() file = file or io.stdin end
  ensure()
  file:close()
end

-- Uses on other paths, tests that leave nothing, and tests for other things.
local function other(x, y, z)
  if y then print(x.name) end
  if not x then return end
  local n = y.name
  local m = y and y.other or {}
  if not y then n = 1 end
  z = z or {}
  print(z.x)
  if nil == nil then print(x) end
  if x.x == nil then return end
  if n == nil or m and not y.z then return end
  return z
end

local function known(x, check)
  if not x then return end
  print(x.name)
  if x == nil then return end
  local y = check()
  print(y.name)
  check(y)
  if not y then return end
end

local function changed(list)
  local node = list.first
  while node do
    print(node.value)
    node = node.next
    if not node then break end
  end
end

-- A metamethod of the other operand may take nil.
local function overloaded(x, y, z)
  local n = x + y
  if x == nil then return n end
  print(z .. y, "z" .. z .. y, z < y)
  if not z then return end
  if n == 1 or -y then return end
end
return { tested, handed, found, captured, other, known, changed, overloaded }
