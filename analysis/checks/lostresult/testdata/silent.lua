-- Calls that get what they ask for, or of which nobody knows.

local function one(a) return a .. "" end
local function pair(a) return a .. "", 1 end
local function rest(...) return ... end
local a, b = pair(1)
local c, d = rest(1, 2)
local e, f = one(1), 2
local g, _ = one(3)
local h, _unused = one(4)
one(5)

-- The values go elsewhere.
local t = { one(6) }
print(one(7), one(8))
local function iterator() return next, t, nil end
for k, v in iterator() do print(k, v) end
local function iterate() return function() return nil end end
for k, v in iterate() do print(k, v) end

-- A path returns it, or what is not known.
local function sometimes(x) if x then return 1, 2 end return 1 end
local i, j = sometimes(a)
local function unknown(x) return print(x) end
local k, l = unknown(1)
local function cyclic(x) if x then return cyclic(nil) end return 1, 2 end
local m, n = cyclic(a)

-- Something else may be called, or one that is there for others.
local other = os.time() > 0 and one or print
local o, p = other(1)
local function stub() end
local q = stub()
local function raises() error("no") end
local r = raises()
local handlers = { a = function() return 1 end, b = function() return 2, 3 end }
for _, name in ipairs({ "a", "b" }) do
  local x, y = handlers[name]()
  print(x, y)
end
local s, u = pcall(one, 1)

-- The next statement asks for it.
local function nothing(x) print(x) end
local v = nothing(1)
if v then v() end
return { b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, u }
