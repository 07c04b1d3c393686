// The programs of the menu.

import type { Text } from './page';

const programs: [name: string, title: string, text: string][] = [
  ['collatz.lua', 'Collatz: a value that goes around', `-- Click on an n: which stores reach it?
local function collatz(n)
  local steps, last = 0, n
  while n ~= 1 do
    last = n
    if n & 1 == 0 then
      n = n // 2
    else
      n = 3 * n + 1
    end
    steps = steps + 1
  end
  return steps
end
return collatz
`],
  ['total.lua', 'Total: a counter that only counts', `local function total(cart)
  local sum, count = 0, 0
  for _, item in ipairs(cart) do
    sum = sum + item.price
    count = count + 1
  end
  return sum
end
return total
`],
  ['nine.lua', 'Nine instructions', `-- Nine steps; which of them does the result need?
local a = 3
local b = 5
local d = 4
local x = 100
local c
if a > b then
  c = a + b
  d = 2
end
c = 4
return b * d + c
`],
  ['chains.lua', 'Stores that nothing reads', `local function chains()
  local a = 3
  local b = 5
  b = 7
  local c
  if a == b then
    c = 7
  else
    c = 9
  end
end

local function reaching(x)
  local a = 1
  local b = 2
  local c, d
  if x < 10 then
    a = 5
  else
    b = 3
    c = a + b
  end
  d = a + b
  return c, d
end
return { chains = chains, reaching = reaching }
`],
  ['counter.lua', 'A captured variable', `local function counter(first)
  local n, calls = first, 0
  local function step(by)
    calls = calls + 1
    n = n + by
    return n
  end
  local function reset()
    n = first
  end
  return step, reset
end

local step, reset = counter(10)
print(step(1), step(2))
reset()
print(step(3))
`],
  ['fields.lua', 'Fields of a table', `local function report(names)
  local result = { count = 0, longest = "", checked = false }
  for _, name in ipairs(names) do
    result.count = result.count + 1
    if #name > #result.longest then
      result.longest = name
    end
  end
  result.checked = true
  return result.count .. " names, the longest " .. result.longest
end
print(report { "Ada", "Grace" })
`],
  ['loops.lua', 'Loops, break and goto', `local function primes(limit)
  local found, debug_text = {}, ""
  for n = 2, limit do
    for _, p in ipairs(found) do
      if p * p > n then
        break
      end
      if n % p == 0 then
        debug_text = n .. " is " .. p .. " times " .. n // p
        goto composite
      end
    end
    found[#found + 1] = n
    ::composite::
  end
  do
    return found
  end
  print(debug_text)
end
return primes
`],
  ['constants.lua', 'What is constant: use the slider', `local DEBUG = false
local WIDTH, HEIGHT = 16, 4

local function area()
  local size = WIDTH * HEIGHT
  if DEBUG then
    print("size", size)
  end
  local kind = "small"
  if size > 100 then
    kind = "large"
  end
  return size, kind
end
return area
`],
];

export const examples: readonly { title: string; text: Text }[] = programs.map(([name, title, text]) => ({ title, text: { name, text, dialect: '' } }));

/** The names of dialects that can be chosen, with what they are. */
export const dialects: readonly [name: string, title: string][] = [
  ['', 'Lua: guess'], ['5.1', 'Lua 5.1'], ['5.2', 'Lua 5.2'], ['5.3', 'Lua 5.3'], ['5.4', 'Lua 5.4'], ['5.5', 'Lua 5.5'],
  ['luajit', 'LuaJIT'], ['luajit-2.1.0-beta3', 'LuaJIT before July 2026'],
];
