-- Constants and branches: what arrives at check() on each line.

-- The program of statements 1 to 9: at one use of a and b a single constant
-- definition of each arrives, at the other two.
local function seed(x)
  local a = 1
  local b = 2
  local c, d
  if x < 10 then
    a = 5
  else
    b = 3
    c = a + b
    check(c) --> 4
    return
  end
  check(a, b) --> 5, 2
end
seed(1) seed(11)

local function joined(x)
  local a, b = 1, 2
  if x < 10 then a = 5 else b = 3 end
  check(a, b) --> integer, integer
  local d = a + b
  check(d) --> integer
end
joined(1) joined(11)

do -- both arms the same
  local a
  if unknown then a = 7 else a = 3 + 4 end
  check(a) --> 7
end

do -- a branch that is decided
  local debug = false
  if debug then
    check(1) --> unreachable
  else
    check(2) --> 2
  end
  local mode = debug and "debug" or "release"
  check(mode) --> "release"
  check(not debug, debug == nil, debug ~= nil) --> true, false, true
end

do -- an optimistic loop: x stays what it is
  local x, n = 1, 0
  while n < 3 do
    if x ~= 1 then
      x = 2 check(x) --> unreachable
    end
    n = n + 1
    check(x, n) --> 1, integer
  end
  check(x) --> 1
end

do -- goto, with a label in front
  local k = 0
  ::again::
  k = k + 1
  check(k) --> integer
  if k < 3 then goto again end
  check(k) --> integer
end

do -- values by their bits
  local z = 0.0
  check(1, 1.0, -z, 2^53, 7 // 2, -7 // 2, 7 % -3, 3 | 4) --> 1, 1.0, -0.0, 9.007199254741e+15, 3, -4, -2, 7
  check("10" + 5, 10 .. 20, #"abc", "a" < "b") --> 15.0, "1020", 3, boolean
  check(math.maxinteger + 1 == math.mininteger) --> true
  check(1 == 1.0, 0/0 == 0/0, 1 < 1.5, "1" == 1) --> true, boolean, true, false
end

do -- nothing gets by an error that is sure to come
  local ok = pcall(function()
    local zero = 0
    check(zero) --> 0
    local n = 1 // zero
    check(n) --> unreachable
  end)
  check(ok) --> boolean
end

do -- multiple values
  local a, b, c = 1, 2
  check(a, b, c) --> 1, 2, nil
  a, b = b, a
  check(a, b) --> 2, 1
  local d, e = (function() return 1, 2 end)()
  check(d, e) --> 1, any
end

do -- and, or, and what their edges know
  local x = unknown
  local y = x or 5
  check(y) --> number|true|string|table|function|userdata or thread
  local z = nil and f() or 3
  check(z) --> 3
  local t = true
  check(t and 1 or 2, t or f()) --> 1, true
end

do -- short circuits of comparisons
  local a = 3
  check(a > 2 and a < 4, a == 3 or f()) --> true, true
end
