-- What becomes of a value.
local function f(p, unused, g)
--               ^
--| definition of parameter p
--| read line 27:6: if p then
--| read line 44:7: b = p and g or 3
--| read line 139:13: do return p end
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
--| read line 48:13: local z = x
--| nothing needs the value assigned to `x`: it is only used to compute `z`
  local y
--      ^
--| definition of local y
--| dead: overwritten at line 28 and at line 34
--| overwritten line 28:5: y = 1, if `p` is true
--| overwritten line 34:5: y = 2, if `p` is false
  if p then
    y = 1
--  ^
--| definition of local y
--| read line 53:7: z = y
--| nothing needs the value assigned to `y`: it is only used to compute `z`
  else
    y = 2
  end
  local a, b = g()
--      ^
--| definition of local a
--| dead: nothing reads `a`
--         ^
--| definition of local b, captured
--| dead: overwritten at line 44
--| overwritten line 44:3: b = p and g or 3
  b = p and g or 3
--^
--| definition of local b, captured
--| nothing needs the value assigned to `b`: it is only used to compute `y`
  local z = x
--      ^
--| definition of local z
--| dead: nothing reads `z`
--| overwritten line 53:3: z = y
  z = y
--^
--| definition of local z
--| dead: nothing reads `z`
--| overwritten line 64:5: z = i
  for i = 1, 3 do
--    ^
--| definition of loop-variable i
--| read line 63:7: g(i)
--| read line 64:9: z = i
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
--| read line 77:7: g(v, v)
--| read line 77:10: g(v, v)
    g(v, v)
  end
  local w = 1
--      ^
--| definition of local w
--| read line 85:9: w = w + 1
--| nothing needs the value assigned to `w`: it is only used to update `w`
  while g() do
    w = w + 1
--  ^
--| definition of local w
--| read line 85:9: w = w + 1
--| nothing needs the value assigned to `w`: it is only used to update `w`
--      ^
--| use of local w
--| from line 79:9: local w = 1
--| from line 85:5: w = w + 1
  end
  local last
  while g(last) do
    last = g()
--  ^
--| definition of local last
--| read line 96:11: while g(last) do
  end
  p = p
--^
--| definition of parameter p
--| read line 139:13: do return p end
--    ^
--| use of parameter p
--| from line 2:18: parameter `p`
  local function h() return h end
--               ^
--| definition of local h, captured
--| read line 109:29 may: local function h() return h end
--| nothing needs the value assigned to `h`, though something reads it
  function y() return b end
--         ^
--| definition of local y
--| dead: overwritten at line 119
--| overwritten line 119:3: y = nil
  y = nil
--^
--| definition of local y
--| dead: its scope ends
  do
    local twice = nil
--        ^
--| definition of local twice
--| dead: overwritten at line 129
--| overwritten line 129:5: twice = nil
    twice = nil
--  ^
--| definition of local twice
--| read line 133:7: g(twice)
    g(twice)
--    ^
--| use of local twice
--| from line 129:5: twice = nil
--| it is always `nil` here
  end
  do return p end
  p = 1
--^
--| definition of parameter p
--| dead: never executed, because of line 139: the function returns here
end
local function i(a, b)
  a = a
--^
--| definition of parameter a
--| read line 150:13: a, b = b, a
  a, b = b, a
--^
--| definition of parameter a
--| read line 157:10: return a, b
--   ^
--| definition of parameter b
--| read line 157:13: return a, b
  return a, b
end
return f, i
--     ^
--| use of local f
--| from line 2:16: local function f(p, unused, g)
