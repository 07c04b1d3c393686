-- Functions: what they return, whether they do, and what a call can be noticed by.

local function two() return 2 end --@ none
check(two()) --> 2
check(two() + two()) --> 4

local function fail(message) --@ effects, never returns
  error("fail: " .. message)
end
local function try(f, ...) return (pcall(f, ...)) end
local tried = try(function()
  fail("x")
  check(1) --> unreachable
end)
check(tried) --> boolean

local function maybe(x) --@ effects
  if x then fail("y") end
  return 1
end
check(maybe(false)) --> 1

local function never() --@ effects, never returns
  while true do end
end
if not check then
  never()
  check(2) --> unreachable
end

local function exits() --@ effects, never returns
  os.exit(1)
end
if not check then exits() check(3) end --> unreachable

local function asserts() --@ effects, never returns
  assert(false, "no")
end
check(try(asserts)) --> boolean

local function rec(n) --@ effects
  if n == 0 then return 0 end
  return rec(n - 1)
end
check(rec(3)) --> 0

local function sum(n) --@ operators
  local s = 0
  for i = 1, 10 do s = s + i end
  return s + n
end
check(sum(1)) --> any

local function pure() --@ none
  local t = { 1, 2, 3 }
  local s = 0
  for i = 1, 3 do s = s + i end
  return s
end
check(pure()) --> integer

local function wraps(n) --@ effects
  for i = 1, n do end
end
wraps(2) -- up to the greatest integer it goes round again

local total = 0
local function add() --@ effects
  total = total + 1
end
add()
check(total) --> integer

local shared = {}
local function put() --@ effects
  shared.x = 1
end
put()
check(shared.x) --> nil|integer

local function unused() --@ none
  return function() --@ none
    return 1
  end
end
unused()

local function rings() --@ effects, never returns
  return rings()
end

do -- shadowed and assigned names
  local error = function() end
  error()
  check(1) --> 1
end

local function str(s) --@ none
  return ("x"):rep(3), #"abc"
end
check(str()) --> "xxx"
