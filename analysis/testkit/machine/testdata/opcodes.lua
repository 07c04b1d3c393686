-- What the machine does with registers, calls, loops, upvalues and tables.
local function count(...) return select("#", ...), ... end
local function none() end
local function three() return 1, 2, 3 end
print(count(none()), count((none())), count(three(), three()), (three()))
print(three(), 4) print(4, three())
local t = { three(), three() } print(#t, t[1], t[2], t[4])
local big = { three(), 1, 2, 3, n = 4, [5 + 1] = 7, three() } print(#big, big.n, big[6])
local long = {} for i = 1, 120 do long[i] = i end
local copy = { table.unpack(long) } print(#copy, copy[51], copy[120])
local constructed = {
  1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,
  31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53, three(),
}
print(#constructed, constructed[50], constructed[51], constructed[54], constructed[56])

-- VARARG, parameters, tail calls
local function v(a, ...)
  local b, c = ...
  local d = { ... }
  return a, b, c, #d, ...
end
print(v()) print(v(1)) print(v(1, 2, 3, 4))
local function loop(n, acc) if n == 0 then return acc end return loop(n - 1, acc + n) end
print(loop(1000, 0))
print((function(...) return select("#", ...) end)(nil, nil))
local callable = setmetatable({}, { __call = function(self, ...) return "called", ... end })
print(callable(1, 2))
print((function(...) return callable(...) end)(3))
print(select(-1, 1, 2, 3), select(2, "a", "b", "c"))

-- TESTSET, LOADBOOL, LOADNIL, comparisons as values
local a, b, c
print(a, b, c, a or 1, false and 2, nil and 1 or "z", (a == b) == (b == c), not a, 1 < 2, 2 < 1, 1 ~= 1)
local x = a and a.b or { 5 }
print(x[1], x and x[1] and 3, a == nil and "none")
if not (a or b) and (1 < 2 or error()) then print "yes" else print "no" end
local p, q = 1, 2 p, q = q, p print(p, q)
do local i, l = 1, {} i, l[i] = i + 1, 20 print(i, l[1], l[2]) end

-- numeric loops
for i = 1, 3 do io.write(i, " ") end
for i = 3, 1, -1 do io.write(i, " ") end
for i = 1, 0 do io.write(i, " ") end
for i = 1.0, 2 do io.write(i, " ") end
for i = 1, 2.9 do io.write(i, " ") end
for i = 1, 2, 0.5 do io.write(i, " ") end
for i = "1", 2 do io.write(i, " ") end
for i = 1, "3" do io.write(i, " ") end
for i = math.mininteger, math.mininteger + 1 do io.write(i, " ") end
for i = 1, math.huge do if i > 2 then break end io.write(i, " ") end
for i = 1, -math.huge do io.write(i, " ") end
for i = 1, -math.huge, -1 do if i < -1 then break end io.write(i, " ") end
for i = -1, math.huge, -1 do io.write(i, " ") end
for i = 1, 0/0 do io.write(i, " ") end
for i = math.mininteger, -2^70 do io.write(i, " ") end
for i = 3, 2.5, -1 do io.write(i, " ") end
print()
for _, f in ipairs {
  function() for i = "x", 1 do end end, function() for i = 1, {} do end end, function() for i = 1, 2, false do end end,
} do print(select(2, pcall(f))) end
do local n = 0 for i = 1, 3, 0 do n = n + 1 if n > 4 then break end end print(n) end

-- generic loops
for k, w in ipairs { "a", "b", nil, "d" } do io.write(k, w, " ") end
for k, w, z in function(s, i) if i < 3 then return i + 1, s, s .. i end end, "s", 0 do io.write(k, w, z, " ") end
local keys = {} for k in pairs { x = 1, y = 2, 10, 20 } do keys[#keys + 1] = tostring(k) end
table.sort(keys) print(table.concat(keys, ","))
local gone = { a = 1, b = 2, c = 3 } for k in pairs(gone) do gone[k] = nil end print(next(gone))

-- closures and cells
local fs = {}
for i = 1, 3 do local j = i * 10 fs[#fs + 1] = function(d) i = i + d j = j + d return i, j end end
print(fs[1](1), fs[1](1), fs[2](0))
local function counter() local n = 0 return function() n = n + 1 return n end, function() return n end, function(m) n = m end end
local inc, get, set = counter() inc() inc() print(get()) set(10) print(inc(), get())
local w = 1
while w < 4 do local k = w fs[w] = function() k = k + 1 return k end w = w + 1 end
print(fs[1](), fs[1](), fs[3]())
local r = 0
repeat local k = r fs[r] = function() return k end r = r + 1 until k >= 2
print(fs[0](), fs[2]())
do local i = 1 ::top:: local k = i fs[i] = function() k = k + i return k end i = i + 1 if i <= 3 then goto top end end
print(fs[1](), fs[2](), fs[3]())
local function outer() local u = 1 local function middle() return function() u = u + 1 return u end end return middle(), function() return u end end
local m1, m2 = outer() m1() print(m1(), m2())
local function nested() local f do local z = 5 f = function() z = z + 1 return z end end local y = 7 return f() + y, f() end
print(nested())
print((function() return function() end end)() == (function() return function() end end)())
local same = {} for i = 1, 2 do same[i] = function() return fs end end print(same[1] == same[2])

-- goto
do
  local n = 0
  ::again:: n = n + 1
  if n % 2 == 1 then goto continue end
  io.write(n, " ")
  ::continue::
  if n < 6 then goto again end
  print()
end
for i = 1, 3 do for k = 1, 3 do if k == 2 then goto next end io.write(i, k, " ") end ::next:: end print()

-- SELF, fields, _ENV
local object = { name = "o", get = function(self, s) return self.name .. s end }
print(object:get "!", ("x"):rep(3), #"abc", ("abc"):upper())
global = 5 global = global + 1 print(global, _G.global, _ENV == _G)
do local _ENV = { print = print } y = 3 print(y, global) end
local nokey = {} print(pcall(function() nokey[nil] = 1 end)) print(pcall(function() nokey[0/0] = 1 end)) print(nokey[nil])
nokey[1.0] = "one" nokey[2^53] = "big" print(nokey[1], nokey[2^53 | 0], next(nokey, 1) ~= nil)
print(#{ 1, 2, 3, nil }, #{ n = 1 })
