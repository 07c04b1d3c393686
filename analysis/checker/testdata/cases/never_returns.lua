-- Behind calls that never return, where the names are the standard ones.

local function after_error(x)
  error("no")
  print(x) -- want "^unreachable code: `error` at line 4 never returns$" unreachable-code related=4
--^^^^^^^^
end

local function after_exit(x)
  os.exit(1)
  print(x) -- want "^unreachable code: `os\\.exit` at line 10 never returns$" unreachable-code related=10
--^^^^^^^^
end

local function after_assert(x)
  assert(false, "no")
  print(x) -- want "^unreachable code: `assert` at line 16 never returns$" unreachable-code related=16
--^^^^^^^^
end

local function shadowed(x, error, assert)
  error("no")
  assert(false)
  print(x)
end

local function fail(x) error(x) end

local function after_fail(x)
  if not x then
    fail("no x")
    return nil -- want "^unreachable code: `fail` at line 31 never returns$" hint unreachable-code related=31
  --^^^^^^^^^^
  end
  return x
end

local function caught(x)
  pcall(error, "no")
  pcall(fail, "no")
  print(x)
end

local function read_behind_only(x)
  local y = x
  local z = { x = x }
  error("no")
  return y, z.x -- want "^unreachable code: `error` at line 47 never returns$" unreachable-code related=47
--^^^^^^^^^^^^^
end

return after_error, after_exit, after_assert, shadowed, after_fail, caught, read_behind_only
