-- Functions of the file that have an effect, or no result.

local function stub() end
stub()
local function hook(...) return end
hook(1)
local DEBUG = false
local function log(s) if DEBUG then print(s) end end
log("x")

local count = 0
local function step() count = count + 1 return count end
step()
print(count)

local function check(n) if n > 3 then error("too large") end return n end
check(...)

local function square(n) return n * n end
square(3) -- for any other n it may be an error

local function add(a, b) return a + b end
add(...) -- one may have a metamethod, or be no number

local function forever() while true do end end
local function wait(n) while n > 0 do n = n - 1 end return n end
wait(3)

local function recurse(n) return n > 0 and recurse(n - 1) end
recurse(3)

local t = {}
local function store(v) t.x = v return v end
store(1)
print(t.x)

local function fill(u) u.x = 1 return u end
local u = {}
fill(u)
print(u.x, fill)

local either = ... and add or step
either(1, 2)

local function unknown(f) f() end
unknown(forever)

local obj = {}
function obj.get() return 1 end
obj.get() -- a field that others may set
return obj
