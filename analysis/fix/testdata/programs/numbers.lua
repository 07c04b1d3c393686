-- Sieve, Collatz, matrices and a generator of numbers.
local function sieve(n)
  local composite, primes, steps = {}, {}, 0
  for i = 2, n do
    if not composite[i] then
      primes[#primes + 1] = i
      for j = i * i, n, i do composite[j] = true steps = j end
    end
  end
  return primes
end

local function collatz(n)
  local steps, peak, start = 0, n, n
  while n ~= 1 do
    if n & 1 == 0 then n = n // 2 else n = 3 * n + 1 end
    if n > peak then peak = n end
    steps = steps + 1
  end
  peak = 0
  return steps
end

local function matrix(rows, columns, f)
  local m = {}
  for i = 1, rows do
    local row = nil
    row = {}
    for j = 1, columns do row[j] = f(i, j, rows, columns) end
    m[i] = row
    row = nil
  end
  return m
end

local function multiply(a, b)
  return matrix(#a, #b[1], function(i, j)
    local sum, product = 0, 0
    for k = 1, #b do
      product = a[i][k] * b[k][j]
      sum = sum + product
      product = sum
    end
    return sum
  end)
end

local function lcg(seed)
  local state, calls = seed, 0
  return function(limit)
    calls = calls + 1
    state = (state * 1103515245 + 12345) & 0x7fffffff
    return state % limit
  end
end

local primes = sieve(30)
print(table.concat(primes, " "))
for _, n in ipairs { 1, 7, 27 } do
  local steps, again = collatz(n), collatz(n)
  print(n, steps)
end
local a = matrix(2, 2, function(i, j) return i * 10 + j end)
local b, c = matrix(2, 2, function(i, j) return i == j and 1 or 0 end)
c = multiply(a, b)
c = multiply(a, a)
for i, row in ipairs(c) do print(table.concat(row, " ")) end
local random, unused = lcg(42), lcg(43)
local r = random(10)
r = random(10)
for i = 1, 3 do local x = random(100) print(x) x = i end
local memo = {}
local function fib(n)
  local known = memo[n]
  if known then return known end
  local value
  if n < 2 then value = n else value = fib(n - 1) + fib(n - 2) end
  memo[n] = value
  known = value
  return value
end
print(fib(50))
