-- Calls of which nobody can say that an argument is lost.

local function two(a, b) return a, b end

-- As many as it takes, or any number.
two(1, 2)
two(1)
two(1, 2, ...)
two(1, 2, two(3, 4))
two(1, 2, nil)
two(1, 2, nil, nil)
two("x" .. tostring(1):gsub("%d", ""))
local function any(...) return select("#", ...) end
any(1, 2, 3)

-- Functions that stand in the place of others.
local function nothing() end
nothing(1)
local function always() return true end
always(2)
local function abstract() error("to be overridden") end
pcall(abstract, 1)
local log = os.getenv("DEBUG") and two or nothing
log("a", "b", "c")

-- Of several, one takes it.
local function three(a, b, c) return a + b + c end
local several = os.time() > 0 and two or three
several(1, 2, 3)
local other = os.time() > 0 and two or print
other(1, 2, 3)

-- What a closure assigns, what a parameter is, what others can get at.
local changed = two
local function change(f) changed = f or three end
change(three)
changed(1, 2, 3)
local function call(f) return f(1, 2, 3) end
call(two)
local public = { two = two }
public.two = public.two or three
public.two(1, 2, 3)

-- Handlers, which all get the same.
local handlers = {}
function handlers.a() print("a") end
function handlers.b(x, y) return x, y end
for _, kind in ipairs({ "a", "b" }) do handlers[kind](1, 2) end
handlers.a(1, 2)

-- Formats: enough, something that Lua does not know, one that is not known, open lists.
print(string.format("%s %s", 1, 2), string.format("%1$s", 1, 2), string.format(os.getenv("F"), 1))
print(string.format("%s", two(1, 2)), string.format("%s", ...), string.format("%d%% %-5s", 1, 2))
print(string.format("%s", 1, nil), string.format("%5", 2), ("x"):rep(3, ","))
return { public }
