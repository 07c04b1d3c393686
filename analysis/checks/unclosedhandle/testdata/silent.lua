-- Files and processes that are closed, handed on, or not there.

local kept = {}

local function closed(path)
  local f, err = io.open(path)
  if not f then return nil, err end
  local text = f:read("a")
  f:close()
  return text
end

local function by_io(path)
  local f = io.open(path)
  if f == nil then error("no " .. path) end
  io.close(f)
end

local function wrote(path)
  assert(io.open(path, "w")):write("a"):write("b"):close()
end

local function handed(path, consume)
  local f = io.open(path)
  if f then return consume(f) end
  return io.open(path .. "~")
end

local function stored(path)
  local f = assert(io.open(path))
  kept[path] = f
  local t = { f = io.open(path), io.open(path) }
  return t
end

local function captured(path)
  local f = assert(io.open(path))
  return function() return f:read("l") end
end

local function iterator(path)
  return assert(io.open(path)):lines()
end

local function written(path)
  local f = assert(io.open(path, "w"))
  return f:write("a")
end

local function scoped(path)
  local f <close> = assert(io.open(path))
  return f:read("a")
end

-- the number tells that there is no file
local function is_file(path)
  local fd, _, code = io.open(path)
  if code == 2 then return false end
  if code == 13 then return true end
  if fd then
    fd:close()
    return true
  end
  return false
end

-- what is asked twice comes out the same
local function read(path, is_old)
  local input = io.open(path)
  if input and not is_old then
    input:close()
  elseif input and is_old then
    input:close()
  end
end

local function log(name, list)
  local f
  if name then f = assert(io.open(name, "w")) end
  for _, line in ipairs(list) do print(line) end
  if name then f:close() end
end

local function ends(path)
  local f = assert(io.open(path))
  if f:read("l") == "" then return error("empty") end
  if f:read("l") == "x" then return os.exit(2) end
  f:close()
end

local function started(command)
  io.popen(command)
  for line in io.lines(command) do print(line) end
end

local function own(io, path)
  local f = io.open(path)
  return f:read()
end

local function flag(path)
  local f = io.open(path)
  local is_missing = not f
  if is_missing then return end
  f:close()
end

local config = io.open("config")
if config then print(config:read("a")) end

return { closed, by_io, wrote, handed, stored, captured, iterator, written, scoped, is_file, read, log, ends, started, own, flag }
