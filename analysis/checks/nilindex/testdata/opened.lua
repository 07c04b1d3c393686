-- Files that are not there.

local function read(path)
  local file = io.open(path)
  local text = file:read("a") -- want "^`file` may be nil here: `io.open` at line 4 gives nil if it fails, and nothing has tested that$" warning related=4
  --           ^^^^
  file:close()
  return text
end

local function fields(path, other)
  local file, message = io.open(path, "w")
  print(file.write) -- want "`file` may be nil here" related=12
  --    ^^^^
  io.open(other):write("x") -- want "^`io.open` gives nil if it fails, and nothing tests that before it is indexed$" related=15
--^^^^^^^^^^^^^^
  io.open(other)() -- want "^`io.open` gives nil if it fails, and nothing tests that before it is called$" related=17
--^^^^^^^^^^^^^^
  return #io.open(path) -- want "^`io.open` gives nil if it fails, and nothing tests that before it is asked for its length$" related=19
  --      ^^^^^^^^^^^^^
end

local open = io.open
local function copied(path)
  local other
  other = open(path)
  local file = other
  for line in file:lines() do -- want "^`file` may be nil here: `open` at line 26" related=26
    --        ^^^^
    print(line)
  end
end

local function said(path)
  local file = io.open(path)
  if not file then
    print("not there")
  end
  file:close() -- want "`file` may be nil here: `io.open` at line 35" related=35
--^^^^
end

-- The first use is the one that fails; of those on several paths one is named.
local function branches(path, append, text)
  local file = io.open(path, append and "a" or "w")
  if append then
    file:seek("end") -- want "`file` may be nil here: `io.open` at line 45" related=45
  --^^^^
  else
    file:seek("set")
  end
  if not file then return end
  file:write(text)
end

local function loop(paths)
  for _, path in ipairs(paths) do
    local file = io.open(path)
    repeat
      local line = file:read() -- want "`file` may be nil here: `io.open` at line 58" related=58
      --           ^^^^
    until not line
  end
end
return { read, fields, copied, said, branches, loop }
