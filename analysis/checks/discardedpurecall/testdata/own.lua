-- Functions of the file that have no effect.

local function both(a, b) return a, b end
  both(print, nil) -- want "`both`" related=3
--^^^^
--~~~~~~~~~~~~~~~~

local function square(n)
  n = 3
  return n * n
end
  square(1) -- want "`square`" related=8
--^^^^^^
--~~~~~~~~~

local function name() return ("x"):rep(3) end
local function longer() return name() .. "y" end
  longer() -- want "`longer`" related=17
--^^^^^^
--~~~~~~~~
do
  local function inner() return name() end
  inner() -- want "`inner`" related=22
--^^^^^
--~~~~~~~
end

local function sum(n)
  local s = 0
  for i = 1, 10 do
    if n then s = s + i end
  end
  return s
end
  sum(true) -- want "`sum`" related=28
--^^^
--~~~~~~~~~

-- The arguments may have effects, the call has none.
  both(print("x"), 1) -- want "`both`" related=3
--^^^^
--~~~~~~~~~~~~~~~~~~~

-- A function among them is not faded.
local function f()
  both(function() print(1) end) -- want "`both`" related=3
--^^^^
end
f()
