-- Cycles, chains, rings of functions and tables that nobody reads.
local sum, count = 0, 0
local log = {}
local function even(n) return n == 0 or odd(n) end
local ping, pong
function ping() return pong() end
function pong() return ping() end
for i = 1, 10 do
  sum = sum + i
  count = count + 1
  log[#log + 1] = i
end
local a, b = 1, 2
a, b = b, a + b
print(count)
