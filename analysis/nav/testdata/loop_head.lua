-- A nil that a LOADNIL in front of it puts there, right before a loop that puts
-- something else there each time round.
local function f()
  local t = g()
  local d
  d = nil
--^
--| definition of local d
--| dead: overwritten at line 12
--| overwritten line 12:5: d = t()
  repeat
    d = t()
    t = d
  until t
end
return f
