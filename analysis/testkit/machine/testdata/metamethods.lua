-- Every metamethod, who is asked first, and what is done without one.
local log = {}
local function note(name) return function(a, b) log[#log + 1] = name return name, "more" end end
local meta = {}
for _, e in ipairs { "add", "sub", "mul", "div", "mod", "pow", "unm", "idiv", "band", "bor", "bxor", "shl", "shr",
  "bnot", "concat", "len", "eq", "lt", "le", "call" } do meta["__" .. e] = note(e) end
local function new() return setmetatable({}, meta) end
local a, b = new(), new()
print(a + 1, 1 - a, a * b, a / 2, 2 % a, a ^ 2, -a, a // 1, a & 1, 1 | a, a ~ "x", a << {}, 1 >> a, ~a)
print(a .. "x", "x" .. a, 1 .. 2 .. a, a .. 1 .. 2, #a, a == b, a ~= b, a == 1, a < b, 1 <= b, a > 2, a(1, 2))
print(#log, table.concat(log, " "))
local first, second = setmetatable({}, { __add = function() return 1 end }), setmetatable({}, { __add = function() return 2 end })
print(first + second, second + first, {} == {}, first == second)
local lt = setmetatable({}, { __lt = function(x, y) return type(x) == "number" end })
print(lt <= 1, 1 <= lt, lt < 1, lt >= 1, 1 > lt)
print(pcall(function() return first < second end))
print(pcall(function() return {} < 1 end))

-- __index and __newindex
local base = { inherited = 1 }
local d = setmetatable({ own = 2 }, { __index = base, __newindex = function(t, k, v) rawset(t, k, v * 2) end })
d.own = 5 d.fresh = 5 print(d.own, d.fresh, d.inherited, d.none, rawget(d, "inherited"))
d.own = nil d.own = 3 print(d.own)
local f = setmetatable({}, { __index = function(t, k) return k .. "?" end, __newindex = base })
f.stored = 9 print(f.stored, base.stored, f[1])
local chain = setmetatable({}, { __index = setmetatable({}, { __index = function(_, k) return k end }) })
print(chain.x, chain[1], rawequal(chain, chain), rawlen({ 1, 2 }), rawlen("abc"))
local looping = {} setmetatable(looping, { __index = looping }) print(pcall(function() return looping.x end))
print(pcall(function() return (1).x end)) print(pcall(function() (nil).x = 1 end)) print(("x").y)

-- the others
print(tostring(setmetatable({}, { __tostring = function() return "shown" end })))
print(pcall(tostring, setmetatable({}, { __tostring = function() return {} end })))
print((tostring(setmetatable({}, { __name = "Named" })):gsub("0x%x+", "address")))
print(getmetatable(setmetatable({}, { __metatable = "hidden" })), pcall(setmetatable, setmetatable({}, { __metatable = 1 }), {}))
for k, v in pairs(setmetatable({}, { __pairs = function(t) return function(_, i) if not i then return 1, 2 end end, t, nil end })) do print(k, v) end
for i, v in ipairs(setmetatable({}, { __index = function(_, i) if i < 4 then return i * i end end })) do io.write(i, "=", v, " ") end print()
print(#setmetatable({}, { __len = function() return 42 end }), table.unpack(setmetatable({}, { __index = function(_, i) return i end, __len = function() return 3 end })))
print(getmetatable("").__index == string, getmetatable({}), getmetatable(1))
local proxy = setmetatable({}, { __index = table }) proxy:insert("p") print(proxy:concat())
print(pcall(function() return a.b.c end))
print(pcall(function() local t = setmetatable({}, { __call = 1 }) return t() end))

-- finalizers, asked for
do
  local function make(name) return setmetatable({}, { __gc = function(o) print("collected", name, type(o)) end }) end
  local kept = make "kept"
  local function drop() make "first" make "second" end
  drop() collectgarbage() print(type(kept))
  local resurrected
  local function again() setmetatable({}, { __gc = function(o) resurrected = o print "resurrected" end }) end
  again() collectgarbage() collectgarbage() print(type(resurrected))
  setmetatable({}, {}).x = 1
  local late = {} local mt = {} local function without() setmetatable({}, mt) end without() mt.__gc = print collectgarbage()
end
do
  local value = 1
  local function f() setmetatable({}, { __gc = function() print("sees", value) end }) end
  f() value = 2 collectgarbage() value = 3
end
setmetatable({}, { __gc = function() print "at the end" end })
