-- Globals, and _ENV.
count = 1
--^
--| definition of global count
--| read line 8:26 may: function count2() return count end
--| read line 15:9 may: count = count + other
--| read line 27:26 may: local _ENV = { count = count }
function count2() return count end
--       ^
--| definition of global count2
--                       ^
--| use of global count
--| from line 2:1 may: count = 1
--| from line 15:1 may: count = count + other
count = count + other
--              ^
--| use of global other
local env = _ENV
--          ^
--| use of upvalue _ENV
--| from line 22:1 may: _ENV = env
_ENV = env
--^
--| definition of upvalue _ENV
--| read line 18:13 may: local env = _ENV
do
  local _ENV = { count = count }
--               ^
--| nothing
--                       ^
--| use of global count
--| from line 2:1 may: count = 1
--| from line 15:1 may: count = count + other
  count = 2
--^
--| definition of global count
--| read line 38:10 may: return count
  return count
--       ^
--| use of global count
--| from line 34:3 may: count = 2
end
