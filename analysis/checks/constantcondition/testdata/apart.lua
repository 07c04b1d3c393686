-- Comparisons that come out the same whatever their variables hold, because of how they are written.

local function tables(x, y)
  if x == {} then return y end -- want "^condition is always false: a new table equals no other value, unless a metamethod says otherwise$"
--   ^^^^^^^
  if y ~= {} then return x end -- want "^condition is always true: a new table equals no other value, unless a metamethod"
--   ^^^^^^^
  local empty = {}
  if x == empty then return y end -- x may be that very table
  return next(x) == nil and x == y
end

local function functions(x, y)
  while x == function() return y end do -- want "^condition is always false: a new function equals no other value$" warning
--      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    x = y
  end
  return x == print
end

local function numbers(x, y)
  if x == 0 / 0 then return y end -- want "^condition is always false: NaN equals nothing, itself included$" warning
--   ^^^^^^^^^^
  if x ~= 1 / 0 then return x end -- infinity equals itself
  local base = 10
  if x == (base - 11) ^ 0.5 then return y end -- want "^condition is always false: NaN equals nothing" warning
--   ^^^^^^^^^^^^^^^^^^^^^^
  if x == -0.0 or x == base ^ -2 then return base end -- of zero dialects keep the sign or not, and libraries round powers
  if x ~= x then return 0 end -- so one asks for NaN
  if x == y / 0 then return 1 end
  for i = 1, -10 do print(i) end -- want "^the loop never runs: it starts at 1, beyond -10$"
--        ^^^^^^
  for i = 1, 10, 0 do print(i) end -- want "^the loop never runs: its step is 0$"
--        ^^^^^
  for i = 1, -10, -1 do print(i) end
  for i = 1, 1 do print(i) end
end

local function lengths(x, s)
  if #x < 0 then return s end -- want "^condition is always false: a length is never less than 0, unless a metamethod says otherwise$"
--   ^^^^^^
  if #x >= 0 then return x end -- want "^condition is always true: a length is never less than 0, unless a metamethod"
--   ^^^^^^^
  if #x > 0 or #x <= 0 or #x == 0 or #x ~= 1 then return end
  local text = tostring(s)
  if #text == -1 then return text end -- want "^condition is always false: a length is never less than 0$"
--   ^^^^^^^^^^^
  assert(#x >= 0) -- says what is known
  if -1 < #x then return s end -- want "^condition is always true: a length is never less than 0, unless"
--   ^^^^^^^
  return x
end

return { tables, functions, numbers, lengths }
