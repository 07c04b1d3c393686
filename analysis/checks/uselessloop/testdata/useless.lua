-- Loops that nobody can tell have run.

local last = 7

local function numeric(n)
  for i = 1, 10 do end -- want "^this loop does nothing$" related=6
--^^^^^^^^^^^^^^^^
--~~~~~~~~~~~~~~~~~~~~
  for i = last, last + 3 do end -- want "^this loop does nothing$" related=9
--^^^^^^^^^^^^^^^^^^^^^^^^^
--~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  for i = 10, 1, -1 do end -- want "^this loop does nothing$" related=12
--^^^^^^^^^^^^^^^^^^^^
--~~~~~~~~~~~~~~~~~~~~~~~~
  for i = 0.5, 2.5, 0.25 do end -- want "^this loop does nothing$" related=15
--^^^^^^^^^^^^^^^^^^^^^^^^^
--~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  local from = n and 1 or 1
  for i = from, 3 do end -- want "^this loop does nothing$" related=19
--^^^^^^^^^^^^^^^^^^
--~~~~~~~~~~~~~~~~~~~~~~
  if n then
    while n() do
      for i = 1, 1000 do end -- want "^this loop does nothing$" related=24
--    ^^^^^^^^^^^^^^^^^^
--    ~~~~~~~~~~~~~~~~~~~~~~
    end
  end
end

local function generic(x)
  local t = {1, 2, a = x}
  for k, v in pairs(t) do end -- want "^this loop does nothing$" related=33
--^^^^^^^^^^^^^^^^^^^^^^^
--~~~~~~~~~~~~~~~~~~~~~~~~~~~
  for _ in pairs {x, "y"} do end -- want "^this loop does nothing$" related=36
--^^^^^^^^^^^^^^^^^^^^^^^^^^
--~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
  return #t + t.a
end

local function several(n)
  local sum = 0
  for i = 1, 3 do
    for j = 1, 3 do end -- want "^this loop does nothing$" related=45
--  ^^^^^^^^^^^^^^^
--  ~~~~~~~~~~~~~~~~~~~
    sum = sum + n[i]
  end
  return sum, function()
    for i = 1, 2 do end -- want "^this loop does nothing$" related=51
--  ^^^^^^^^^^^^^^^
--  ~~~~~~~~~~~~~~~~~~~
  end
end

local function constants()
  local first, count = 2, 4
  for i = first, first * count, 2 do end -- want "^this loop does nothing$" related=59
--^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
--~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
end

return {numeric, constants, generic, several}
