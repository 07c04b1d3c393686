-- Flags that are set beside what is opened: which paths there are, not only which branches.

local function flag(name)
  local file = io.open(name)
  local ok = true
  if not file then ok = false end
  if ok then return file:read("a") end
end

local function state(name)
  local file
  local is = "closed"
  file = io.open(name)
  if file then is = "open" end
  if is == "open" then return file:read("a") end
end

local function size(name, n)
  local file = io.open(name)
  local most = file and 10 or 0
  if most > 0 then return file:read(most) end
  return file:read(n) -- want "^`file` may be nil here: `io.open` at line 19" related=19
  --     ^^^^
end

local function negated(name)
  local file = io.open(name)
  local opened = not not file
  local also = opened
  if also == true then return file:read("a") end
  return file.path -- want "^`file` may be nil here" related=27
  --     ^^^^
end

-- The flag says something else.
local function other(name, force)
  local file = io.open(name)
  local ok = true
  if not file and not force then ok = false end
  if ok then return file:read("a") end -- want "^`file` may be nil here" related=37
  --                ^^^^
end

-- It was set for another file.
local function earlier(names)
  local ok = false
  for _, name in ipairs(names) do
    local file = io.open(name)
    if ok then print(file:read("a")) end -- want "^`file` may be nil here" related=48
    --               ^^^^
    if file then ok = true end
  end
end

local function again(names)
  for _, name in ipairs(names) do
    local file = io.open(name)
    local ok = false
    if file then ok = true end
    if ok then print(file:read("a")) end
  end
end

return { flag, state, size, negated, other, earlier, again }
