-- What functions of the file return with a reason.

local function open(name)
  if name == "" then
    return nil, "no name"
  end
  return { text = name }
end

local function first(name)
  local file = open(name)
  return file.text -- want "^`file` may be nil here: `open` at line 11 gives nil if it fails, and nothing has tested that$" related=11,5
  --     ^^^^
end

local function tested(name)
  local file = assert(open(name))
  return file.text
end

-- Others say no why, return false, or may not be the ones that are called.
local function line(name)
  if name == "" then
    return nil
  end
  return { text = name }
end

local function close(name)
  if name == "" then
    return false, "no name"
  end
  return { text = name }
end

local choose = open
local function set(f) choose = f end

local function others(name)
  return line(name).text, close(name).text, choose(name).text
end

return { first = first, tested = tested, others = others, set = set }
