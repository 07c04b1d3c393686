-- Where a value comes from.
local function f(p, g)
  local x
  g(x)
--  ^
--| use of local x
--| from line 3: nil, as `x` is declared without a value
  if p then
    x = 1
  elseif g then
    x = g()
  end
  g(x)
--  ^
--| use of local x
--| from line 3: nil, as `x` is declared without a value
--| from line 9:5: x = 1
--| from line 11:5: x = g()
--^
--| use of parameter g
--| from line 2:21: parameter `g`
  local y, z = g()
  g(y, z)
--  ^
--| use of local y
--| from line 22:9: local y, z = g()
  local q = p and 1 or 2
  g(q)
--  ^
--| use of local q
--| from line 27:9: local q = p and 1 or 2
  local r = p == g
  g(r + (g and p))
--  ^
--| use of local r
--| from line 32:9: local r = p == g
  local s, t = 1
  g(s, t)
--     ^
--| use of local t
--| from line 37: nil, as there is no value for `t`
  for i = 1, 10 do
    g(i)
--    ^
--| use of loop-variable i
--| from line 42:7: loop variable `i`
    i = i + 1
--      ^
--| use of loop-variable i
--| from line 42:7: loop variable `i`
    g(i)
--    ^
--| use of loop-variable i
--| from line 47:5: i = i + 1
  end
  for k, v in pairs(p) do
    g(k, v)
--       ^
--| use of loop-variable v
--| from line 56:10: loop variable `v`
  end
  local u = u0
--          ^
--| use of global u0
  repeat
    local done = g()
  until done
--      ^
--| use of local done
--| from line 66:11: local done = g()
  do return x end
  g(x)
--  ^
--| use of local x
--| never executed
--| never executed, because of line 71: the function returns here
end
function f.m(a) end
function f:n(a) return self, a end
--                     ^
--| use of parameter self
--| from line 79: the implicit parameter `self`
--                           ^
--| use of parameter a
--| from line 79:14: parameter `a`
return f.m
--     ^
--| use of local f
--| from line 2:16: local function f(p, g)
--       ^
--| function f.m(a) at "m"
