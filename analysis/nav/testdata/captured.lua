-- Variables that functions share.
local function f(g)
  local n = 0
--      ^
--| definition of local n, captured
--| read line 22:5: g(n)
--| read line 27:5: g(n)
--| read line 10:9 may: n = n + 1
  local function add()
    n = n + 1
--  ^
--| definition of upvalue n, captured
--| read line 10:9 may: n = n + 1
--| read line 22:5 may: g(n)
--| read line 27:5 may: g(n)
--      ^
--| use of upvalue n, captured
--| from line 3:9 may: local n = 0
--| from line 32:3 may: n = 5
--| from line 10:5 may: n = n + 1
  end
  g(n)
--  ^
--| use of local n, captured
--| from line 3:9: local n = 0
  add()
  g(n)
--  ^
--| use of local n, captured
--| from line 3:9: local n = 0
--| from line 10:5 may: n = n + 1
  n = 5
--^
--| definition of local n, captured
--| read line 10:9 may: n = n + 1
  g()
  local once = g
  g(function() return once end)
--                    ^
--| use of upvalue once, captured
--| from line 37:9: local once = g
  local never = 1
--      ^
--| definition of local never, captured
--| dead: nothing reads `never`
--| overwritten line 51:3: never = 3
  g(function() never = 2 end)
--             ^
--| definition of upvalue never, captured
--| dead: nothing reads `never`
  never = 3
--^
--| definition of local never, captured
--| dead: nothing reads `never`
  local late = 1
--      ^
--| definition of local late, captured
--| dead: overwritten at line 60
--| overwritten line 60:3: late = 2
  late = 2
--^
--| definition of local late, captured
--| read line 64:28 may: return function() return late, g end
  return function() return late, g end
--                         ^
--| use of upvalue late, captured
--| from line 60:3 may: late = 2
--| it is always `2` here
--                               ^
--| use of upvalue g, captured
--| from line 2:18: parameter `g`
end
return f
