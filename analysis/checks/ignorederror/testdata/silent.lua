-- Calls that do not drop an error, or as others do.

local function write(path, text)
  local file, message = io.open(path, "w")
  if not file then return nil, message end
  file:write(text)
  file:close()
  return true
end
print(write("a", ""))
local function save() return write("b", "") end
local function log() write("log", "x") end
local function log_again() write("log", "y") end
if not write("c", "") then log() log_again() end

-- Nothing tells why, or it never succeeds, or always does.
local function find(t, x)
  for i, y in ipairs(t) do if x == y then return i end end
  return nil
end
print(find({}, 1)) if find({}, 2) then print(2) end if find({}, 3) then print(3) end
find({}, 4)
local function refuse(x) return nil, "no " .. x end
if refuse("a") or refuse("b") or refuse("c") then print("?") end
refuse("d")
local function accept(x) return x .. "", nil end
if accept("a") or accept("b") or accept("c") then print("!") end
accept("d")

-- A number is a result as well.
local function claim(x) if x then return false, 1 end return true, 2 end
if claim(1) or claim(2) or claim(3) then print("!") end
claim(4)

-- A second try.
local function load_one(name)
  local ok, what = pcall(require, name)
  if not ok then return nil, what end
  return what
end
local a, b = load_one("a"), load_one("b")
if not a then print(b) end
if not load_one("c") then load_one("d") end

-- What closures see.
local ok, message
local function told() return ok, message end
ok, message = write("d", "")
return { save, told }
