-- Operators whose sides differ, or that are meant so.

local function nan(x, t)
  if x ~= x or not (x == x) or t.x ~= t.x or t[1] == t[1] then return true end
  return x - x ~= 0, t.x - t.x == 0, (x / x) ~= 1, x == x
end

local inf, huge = 1 / 0, math.huge
local function infinities(zero)
  return inf - inf, huge / huge, math.huge - math.huge, zero / zero, 0 / 0, -inf % -inf
end

local function tests(a, test, t)
  assert(a <= a)
  assert(not (a < a))
  test.eq(a - a, 0)
  test:is(a / a, 1)
  t(#a == #a, "its own length")
end

local function different(a, b, t, i)
  local x = a.x - b.x, a.x - a.y, t[i] - t[i + 1], t[1] / t[1.0], t["1"] / t[1]
  if a < b or t.a < t.b or #a == #b or -a < a or not a == a then return x end
  if a.x and b.x or a.x then return a.x and a.x.y end
  return t[i] and t[i].x, a.x or a.y or a.x, a - -a, i // 2 % 2
end

local function meant(a, t)
  return a + a, a * a, t.x .. t.x, a ^ a, 1 << 1, 1 - 1, "a" == "a", nil == nil, a << a
end

-- Something else may come the second time.
local function calls(f, t, ...)
  if f() == f() or t:next() < t:next() or math.random() - math.random() > 0 then return f() and f() end
  if t[f()] - t[f()] > 1 or f().x / f().x > 2 then return t:next().x or t:next().x end
  return {} < {}, (...) - (...), ("x"):rep(2) < ("x"):rep(2), function() end < function() end
end

-- This is for another check.
local function variables(a, b)
  if a and a then return b or b end
  return a and a or b, a == 1 or a == 1, a and b and b
end

return {nan, infinities, tests, different, meant, calls, variables}
