-- Files and processes that stay open on some path.

local function first(path)
  local file = assert(io.open(path)) -- want "^`file` is not closed on every path: it is open at line 7$" related=7
  --                  ^^^^^^^^^^^^^
  local line = file:read("l")
  if not line then return nil, "empty" end
  file:close()
  return line
end

local function all(path)
  local f, err = io.open(path) -- want "^`f` is never closed$" related=15
  --             ^^^^^^^^^^^^^
  if f then return f:read("a") end
  return nil, err
end

local function last(path)
  local f, err = io.open(path) -- want "`f` is never closed" related=24
  --             ^^^^^^^^^^^^^
  if err then return nil, err end
  f:seek("end", -10)
  return f:read("a")
end

local function exists(path)
  return io.open(path) ~= nil -- want "^what `io.open` opens is never closed$" related=28
  --     ^^^^^^^^^^^^^
end

local function lines(list)
  for _, path in ipairs(list) do
    local f = io.open(path) -- want "`f` is never closed" related=41,33
    --        ^^^^^^^^^^^^^
    if f then
      for line in f:lines() do print(line) end
      f:flush()
    end
  end
end

local function run(command)
  local p = io.popen(command) -- want "`p` is not closed on every path: it is open at line 49" related=49
  --        ^^^^^^^^^^^^^^^^^
  local text = p:read("a")
  p:write("x"):write("y")
  if text == "" then
    return
  elseif text == "?" then
    error("no answer")
  elseif text == "!" then
    os.exit(1)
  end
  return p:close()
end

local function run_all(command)
  local result = io.popen(command):read("a") -- want "what `io.popen` opens is never closed" related=62
  --             ^^^^^^^^^^^^^^^^^
  print(result)
end

local function twice(path)
  local f = io.open(path, "w") -- want "`f` is never closed" related=70
  --        ^^^^^^^^^^^^^^^^^^
  f:write("a")
  f = io.open(path, "a")
  f:write("b"):close()
  return f
end

local function either(kind, path)
  local f
  if kind == "a" then
    f = io.open(path) -- want "`f` is never closed" related=82
    --  ^^^^^^^^^^^^^
  else
    f = io.popen(path)
  end
  if f == nil then return end
  return f:read("a")
end

local function dropped(path)
  io.open(path, "w") -- want "what `io.open` opens is never closed" related=88
--^^^^^^^^^^^^^^^^^^
end

return { first, all, last, exists, lines, run, run_all, twice, either, dropped }
