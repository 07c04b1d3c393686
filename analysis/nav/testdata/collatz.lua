-- Which definitions of n reach here.
local function collatz(n)
--                     ^
--| definition of parameter n
--| read line 10:9: while n ~= 1 do
--| read line 16:8: if n & 1 == 0 then
--| read line 22:11: n = n // 2
--| read line 37:15: n = 3 * n + 1
--| read line 50:10: return n
  while n ~= 1 do
--      ^
--| use of parameter n
--| from line 2:24: parameter `n`
--| from line 22:7: n = n // 2
--| from line 37:7: n = 3 * n + 1
    if n & 1 == 0 then
--     ^
--| use of parameter n
--| from line 2:24: parameter `n`
--| from line 22:7: n = n // 2
--| from line 37:7: n = 3 * n + 1
      n = n // 2
--    ^
--| definition of parameter n
--| read line 10:9: while n ~= 1 do
--| read line 16:8: if n & 1 == 0 then
--| read line 22:11: n = n // 2
--| read line 37:15: n = 3 * n + 1
--| read line 44:11: print(n)
--| read line 50:10: return n
--        ^
--| use of parameter n
--| from line 2:24: parameter `n`
--| from line 22:7: n = n // 2
--| from line 37:7: n = 3 * n + 1
    else
      n = 3 * n + 1
--            ^
--| use of parameter n
--| from line 2:24: parameter `n`
--| from line 22:7: n = n // 2
--| from line 37:7: n = 3 * n + 1
    end
    print(n)
--        ^
--| use of parameter n
--| from line 22:7: n = n // 2
--| from line 37:7: n = 3 * n + 1
  end
  return n
--       ^
--| use of parameter n
--| from line 2:24: parameter `n`
--| from line 22:7: n = n // 2
--| from line 37:7: n = 3 * n + 1
end
return collatz
