-- A line of which every instruction is dead says so: `dead`, or `lenient` if only the
-- lenient marking calls it dead. Lines without code of their own need no word.

local function cycle(n)
  local s = 0 -- dead
  for i = 1, 10 do -- dead
    s = s + i -- dead
  end
  local t = 0 -- dead
  for i = 1, n do
    t = t + i -- dead
  end
  local u = "" -- lenient
  for _, v in ipairs(n) do
    u = u .. v -- lenient
  end
end

local function fibonacci(n)
  local a, b = 0, 1 -- dead
  while n() do
    a, b = b, a + b -- dead
  end
end

local function chain()
  local a = 1 -- dead
  local b = a -- dead
  local c = b -- dead
end

local function chain_of_unknown(x)
  local a = x.y -- lenient
  local b = a.z -- lenient
  local c = b -- dead
end

local function branches(x)
  local a = 1 -- dead
  if x then -- dead
    a = 2 -- dead
  end
  local b = 1
  if x then
    b = 2
  end
  local c -- dead
  if b == 3 then -- dead
    c = a -- dead
  else
    c = b -- dead
  end
  return b
end

local function same_value_over_several_edges(n, x)
  local max = 0 -- dead
  for i = 1, n do
    if i > max then -- dead
      max = i -- dead
    end
  end
  local first = 0
  for i = 1, n do
    if x then
      first = i
    end
  end
  for i = 1, 10 do -- dead
    if x then break end -- dead
    if not x then -- dead
      max = i -- dead
    end
  end
  local kept = 0
  while n() do
    kept = kept + 1
    if kept == 3 then
      max = kept -- dead
    elseif kept == 4 then
      kept = 7
    end
  end
  return first, kept
end

local function kept_by_effects(x)
  local a = 1
  if x then
    a = a + 1
    print()
  end
  for i = 1, a do x() end
  local n = 0 -- dead
  repeat
    n = n + 1 -- dead
  until x()
end

local function endless(x)
  local n = 0
  while n < 10 do
    if x then n = n + 1 end
  end
  if x then
    while true do end
  end
end

local function captured(on)
  local n = 0 -- dead
  on(function()
    n = n + 1 -- dead
  end)
  local m = 0
  on(function() m = m + 1 return m end)
  local k = 0 -- dead
  local function outer()
    return function()
      k = k + 1 -- dead
    end
  end
  on(outer)
end

local function only_written_by_the_owner(on)
  local n = 0
  on(function() print(n) end)
  n = 1
  on()
  n = 2
end

local function dead_closures()
  local x = 1 -- dead
  local function f() return x end -- dead
  local function g() return f(), g() end -- dead
end

local function ring()
  local odd -- dead
  local function even(n) return n == 0 or odd(n - 1) end -- dead
  function odd(n) return n ~= 0 and even(n - 1) end -- dead
end

local function tables(x)
  local t = {} -- dead
  for i = 1, 10 do -- dead
    t[i] = i -- dead
    t[#t + 1] = i -- dead
  end
  table.insert(t, x) -- dead
  t.x = t.y -- dead
  local u = {}
  u.name = x
  u.other = 1 -- dead
  local v = {} -- lenient
  v.deep = {} -- lenient
  v.deep.deeper = 1 -- lenient
  return u.name
end

local function table_filled_by_closure(x)
  local t = {} -- dead
  local function add(v)
    t[#t + 1] = v -- dead
  end
  x(add)
end

local function pure(x)
  local function double(n) return n * 2 end
  local d = double(2) -- lenient
  local function two() return 2 end
  d = two() -- dead
  local function noisy(n) print(n) return n end
  local e = noisy(2)
  local s = ("x"):rep(3) -- dead
  local l = math.floor(2.5) + #s -- dead
end

local function called_for_nothing(x)
  local function sum(n) -- dead
    local s = 0 -- dead
    for i = 1, 9 do -- dead
      s = s + i -- dead
    end
    return n
  end
  local function through(n) -- dead
    local unused = n -- dead
    return sum(n)
  end -- dead
  through(x) -- dead
  local function never(n) -- dead
    return sum(n) -- dead
  end -- dead
end

local function swap(x)
  local a, b = 1, 2 -- dead
  while x() do
    a, b = b, a -- dead
  end
end

local function loop_variable(x)
  for i = 1, 10 do
    x()
    i = i + 1 -- dead
  end
end

local function phi(x)
  local a -- dead
  if x then
    a = 1
  else
    a = 2
  end
  return a
end

return {
  cycle, fibonacci, chain, chain_of_unknown, branches, kept_by_effects, endless, captured,
  only_written_by_the_owner, dead_closures, ring, tables, table_filled_by_closure, pure,
  swap, loop_variable, phi, same_value_over_several_edges, called_for_nothing,
}
