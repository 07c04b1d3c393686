-- What becomes of a value.
local function f(p, unused, g)
--               ^
--| definition of parameter p
--| read line 26:6: if p then
--| read line 42:7: b = p and g or 3
--| read line 133:13: do return p end
--                  ^
--| definition of parameter unused
--| dead: nothing reads `unused`
  local x = 1
--      ^
--| definition of local x
--| dead: overwritten at line 16
--| overwritten line 16:3: x = g()
  x = g()
--^
--| definition of local x
--| read line 46:13: local z = x
  local y
--      ^
--| definition of local y
--| dead: overwritten at line 27 and at line 32
--| overwritten line 27:5: y = 1
--| overwritten line 32:5: y = 2
  if p then
    y = 1
--  ^
--| definition of local y
--| read line 51:7: z = y
  else
    y = 2
  end
  local a, b = g()
--      ^
--| definition of local a
--| dead: nothing reads `a`
--         ^
--| definition of local b, captured
--| dead: overwritten at line 42
--| overwritten line 42:3: b = p and g or 3
  b = p and g or 3
--^
--| definition of local b, captured
--| read line 109:23 may: function y() return b end
  local z = x
--      ^
--| definition of local z
--| dead: nothing reads `z`
--| overwritten line 51:3: z = y
  z = y
--^
--| definition of local z
--| dead: nothing reads `z`
--| overwritten line 62:5: z = i
  for i = 1, 3 do
--    ^
--| definition of loop-variable i
--| read line 61:7: g(i)
--| read line 62:9: z = i
    g(i)
    z = i
--  ^
--| definition of local z
--| dead: nothing reads `z`
  end
  for k, v in pairs(g) do
--    ^
--| definition of loop-variable k
--| dead: nothing reads `k`
--       ^
--| definition of loop-variable v
--| read line 75:7: g(v, v)
--| read line 75:10: g(v, v)
    g(v, v)
  end
  local w = 1
--      ^
--| definition of local w
--| read line 82:9: w = w + 1
  while g() do
    w = w + 1
--  ^
--| definition of local w
--| read line 82:9: w = w + 1
--      ^
--| use of local w
--| from line 77:9: local w = 1
--| from line 82:5: w = w + 1
  end
  local last
  while g(last) do
    last = g()
--  ^
--| definition of local last
--| read line 92:11: while g(last) do
  end
  p = p
--^
--| definition of parameter p
--| read line 133:13: do return p end
--    ^
--| use of parameter p
--| from line 2:18: parameter `p`
  local function h() return h end
--               ^
--| definition of local h, captured
--| read line 105:29 may: local function h() return h end
  function y() return b end
--         ^
--| definition of local y
--| dead: overwritten at line 114
--| overwritten line 114:3: y = nil
  y = nil
--^
--| definition of local y
--| dead: its scope ends
  do
    local twice = nil
--        ^
--| definition of local twice
--| dead: overwritten at line 124
--| overwritten line 124:5: twice = nil
    twice = nil
--  ^
--| definition of local twice
--| read line 128:7: g(twice)
    g(twice)
--    ^
--| use of local twice
--| from line 124:5: twice = nil
  end
  do return p end
  p = 1
--^
--| definition of parameter p
--| dead: control never comes here
end
local function i(a, b)
  a = a
--^
--| definition of parameter a
--| read line 144:13: a, b = b, a
  a, b = b, a
--^
--| definition of parameter a
--| read line 151:10: return a, b
--   ^
--| definition of parameter b
--| read line 151:13: return a, b
  return a, b
end
return f, i
--     ^
--| use of local f
--| from line 2:16: local function f(p, unused, g)
