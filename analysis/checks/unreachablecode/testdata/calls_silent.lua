-- Behind calls that may return.

local function parameter(x, error)
  error("no")
  print(x)
end

local function shadowed(x)
  local os = { exit = print }
  os.exit(x)
  print(x)
end

local function unknown(x)
  assert(x)
  print(x)
end

local function sometimes(x)
  if x then error(x) end
  print(x)
end

local function caught(x)
  pcall(error, x)
  pcall(function() error(x) end)
  print(x)
end

local function maybe(x)
  if x then error("no") end
end

local function after_maybe(x)
  maybe(x)
  print(x)
end

local function fail() error("no") end

local function last(x)
  if x then return 1 end
  fail()
end

local function switched_off(x)
  local DEBUG = false
  if DEBUG then
    error("no")
  end
  print(x)
end

local function switched_on(x)
  local CHECK = true
  if CHECK then
    fail()
  end
  print(x)
end

local function in_loop(x)
  for _, v in ipairs(x) do
    if v then break end
    fail()
  end
  print(x)
end

local fails = function() error("no") end
local function assigned(x)
  fails(x)
  print(x)
end

local function changed() fails = print end

return { parameter, shadowed, unknown, sometimes, caught, after_maybe, last, switched_off, switched_on, in_loop, assigned, changed }
