-- Operations that may succeed, and errors that somebody waits for.

local function may(x, y)
  if x == nil or y then print(y.z) end
  if not (x and y) then print(x.z) end
  if x == nil then x = {} end
  x.z = 1
  if y == nil then y = y or {} end
  print(y.z, x + 1, y .. "", #x, -y)
  if x.f == nil then x.f.y = 1 end -- a metamethod may give another one
end

local function strings(s)
  s = "text"
  print(s.y, s:len(), s + 1, "10" + 1, 1 .. 2, "a" < "b", #s)
  print("%d" % { 1 }, s * 2) -- other files may have added it
  return ("%d"):format(s), string.format("%%", 1), string.format("%s", ...)
end

local function tables(x, use)
  local t, u, w = {}, setmetatable({}, x), {}
  use(t)
  print(t + 1, u + 1, -u, t .. "", #w, t(), u())
  local keep = function() return w end
  print(w + 1, keep)
  local loop = {}
  while x.y do
    if x.z then setmetatable(loop, x) else print(loop + 1) end
  end
  local other = x.y and {} or x
  return other + 1, 1 / 0, 1.0 // 0, 1 % 0.0, x // 0, { nil + x, x < nil, nil .. x }
end

local function dead(x)
  local debug = false
  if debug then nil_value.x.y = (nil)() end
  local file
  if debug then file = x end
  x.y = 1
  if not x then x.z() end
  return function() return file.name end
end

local unset
local function uninitialized() return unset.x end
local function late() local y print(y.x) return y end

pcall(function() return nil + 1 end)
xpcall(function() local n = nil return n.x end, print)
assert.has_error(function() (nil)() end)
assert.error(function() return #nil end)
expect(function() return -nil end).to.raise("attempt")
expect(function() return -nil end):to_throw()
local function fails() return nil + 1 end
lu:assertError(fails)
local raises = function() return {} .. {} end
print(pcall(raises, 1))
-- What test frameworks and other code put in the place of standard names.
assert.are.equal(1, 1)
assert.x = print.x
table("insert")
local check = assert
check.is_true(os.time.now)

-- A field that nothing sets is reported itself.
local size = { width = 1, heigth = 2 }
local function area() return size.width * size.height end
return { area, may, strings, tables, dead, uninitialized, late, fails }
