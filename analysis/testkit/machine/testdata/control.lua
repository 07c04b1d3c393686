-- Errors and coroutines.
local function where(...) local ok, e = pcall(...) if type(e) == "string" then e = e:gsub(" %b()$", "") end return ok, e end
print(where(error, "plain")) print(where(error, "zero", 0)) print(where(error, { 1 }) == false) print(where(error)) print(where(error, nil))
local function f() error("in f") end
local function g() error("at the caller", 2) end
print(where(f)) print(where(function() g() end)) print(where(function() f() end))
print(select("#", pcall(error))) print(pcall(pcall)) print(pcall(pcall, error, 1))
print(where(function() local x x.y = 1 end)) print(where(function() local x = 1 x() end)) print(where(function() return #nil end))
print(where(function() return 1 + {} end)) print(where(function() return "a" + 1 end)) print(where(function() return "a" .. {} end))
print(where(function() return 1.5 & 1 end)) print(where(function() return "a" | 1 end)) print(where(function() return 1 // 0 end))
print(where(function() return 1 % 0 end)) print(1 // 0.0, 1 % math.huge) print(where(function() return {} < {} end))
print(assert(1, 2, 3)) print(pcall(assert, false)) print(pcall(assert, nil, "message")) print(pcall(assert, false, { 1 }) == false)
print(xpcall(function(a, b) return a, b end, print, 1, 2)) print(xpcall(error, function(m) return m .. "!", 2 end, "handled"))
print(xpcall(function() local x = nil + 1 end, function(m) return type(m) end))
local depth = 0
local function nest(n) if n == 0 then error("deep", 0) end local ok, e = pcall(nest, n - 1) depth = depth + 1 error(e, 0) end
print(pcall(nest, 10)) print(depth)
print(select(2, pcall(error, setmetatable({}, { __tostring = function() return "object" end }))))
-- what was assigned before an error stays
local s = 1 pcall(function() s = 2 error() s = 3 end) print(s)
local function writer() local n = 0 local ok = pcall(function() n = n + 1 error() end) return n, ok end print(writer())

-- coroutines
local co = coroutine.create(function(a, b)
  print("start", a, b)
  local c = coroutine.yield(a + b)
  print("got", c)
  local d, e = coroutine.yield(c * 2)
  print("got", d, e)
  return "done", d
end)
print(coroutine.status(co), coroutine.resume(co, 1, 2)) print(coroutine.status(co), coroutine.resume(co, 10)) print(coroutine.resume(co, "x", "y"))
print(coroutine.status(co), coroutine.resume(co))
local wrapped = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end end)
print(wrapped(), wrapped(), wrapped(), wrapped()) print(pcall(wrapped))
print(pcall(coroutine.wrap(function() error("inside") end)))
print(coroutine.resume(coroutine.create(function() error({}) end)) == false)
print(coroutine.isyieldable(), select(2, coroutine.running()), coroutine.wrap(function() return coroutine.isyieldable(), select(2, coroutine.running()) end)())
print(pcall(coroutine.yield)) print(coroutine.resume(coroutine.running()))
-- yields across pcall, metamethods and iterators
local across = coroutine.wrap(function()
  print(pcall(function() coroutine.yield("in pcall") error("after", 0) end))
  local m = setmetatable({}, { __add = function(a, b) return coroutine.yield("in add") end, __index = function(t, k) return coroutine.yield("in index") end,
    __lt = function() return coroutine.yield("in lt") end, __concat = function() return coroutine.yield("in concat") end, __call = function() return coroutine.yield("in call") end,
    __eq = function() return coroutine.yield("in eq") end, __len = function() return coroutine.yield("in len") end, __newindex = function() coroutine.yield("in newindex") end,
    __le = function() return coroutine.yield("in le") end, __unm = function() return coroutine.yield("in unm") end })
  print(m + 1, m.x, m < 1, "a" .. m .. "b", m(), m == setmetatable({}, getmetatable(m)), #m, m <= m, -m) m.y = 1
  for i in function(_, i) return coroutine.yield("in for") end do print("for", i) end
  print(xpcall(function() coroutine.yield("in xpcall") error("x", 0) end, function(m) return "handled " .. m end))
  return "end"
end)
for i = 1, 30 do local v = across(i < 14 and i or nil) print(v) if v == "end" then break end end
print(coroutine.resume(coroutine.create(function() table.sort({ 1, 2 }, function() coroutine.yield() end) end)))
print(coroutine.resume(coroutine.create(function() return ("x"):gsub("x", function() coroutine.yield() end) end)))
local outer = coroutine.wrap(function()
  local inner = coroutine.wrap(function() coroutine.yield(coroutine.status(OUTER)) end)
  coroutine.yield(inner()) inner() return "over"
end)
OUTER = coroutine.create(function() end)
print(outer(), outer())
local self self = coroutine.create(function() print(coroutine.status(self), coroutine.resume(self)) local c = coroutine.create(function() return coroutine.status(self) end) print(coroutine.resume(c)) end)
coroutine.resume(self) print(coroutine.status(self))
local shared = 0
local gen = coroutine.wrap(function() while true do shared = shared + 1 coroutine.yield() shared = shared * 2 end end)
gen() gen() gen() print(shared)
local abandoned = coroutine.wrap(function() pcall(coroutine.yield, 1) print "never" end) abandoned()
print(pcall(string.rep)) print(pcall(setmetatable, 1, 2)) print(pcall(ipairs)) print(where(function() string.rep("x", {}) end))
error("the end")
