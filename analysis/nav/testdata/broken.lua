-- A function that is not understood, beside one that is.
local function f(a)
  local b = 1
--      ^
--| definition of local b
--| read line 9:9 may: a = = b
--| read line 14:10 may: return b
  b = 2
  a = = b
--      ^
--| use of local b
--| from line 3:9 may: local b = 1
--| from line 8:3 may: b = 2
  return b
--       ^
--| use of local b
--| from line 3:9 may: local b = 1
--| from line 8:3 may: b = 2
end
local function g(a)
  a = 1
--^
--| definition of parameter a
--| dead: overwritten at line 26
--| overwritten line 26:3: a = 2
  a = 2
  return a
--       ^
--| use of parameter a
--| from line 26:3: a = 2
end
local unused = 1
--    ^
--| definition of local unused
--| dead: nothing reads `unused`
return f, g
