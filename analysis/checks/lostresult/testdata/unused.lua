-- Functions that always return something, which no call uses.

local function patch(file) -- want "no call uses what `patch` returns" imposed hint related=6
--    ^^^^^^^^^^^^^^^^^^^^
  print(file)
  return file == "x"
end
patch("a")
patch("b")

local function status(file) -- want "no call uses what `status` returns" imposed hint related=13,15
--    ^^^^^^^^^^^^^^^^^^^^^
  if not file then return false end
  print(file)
  return true
end
local function both() status("a") end
both()

-- Some call uses it, or may; it returns it at times only; what it is given; what another function returns.
local function used(a) print(a) return 1 end
used(1)
print(used(2))
local function escapes(a) print(a) return 1 end
escapes(1)
local function sometimes(a) if a then return 1 end print(a) end
sometimes(1)
local function given(a) print(a) return a end
given(1)
local function handed(a) return print(a) end
handed(1)
local function tail(a) print(a) return 1 end
local function caller() return tail(1) end
print(caller())
local function protected(a) print(a) return 1 end
pcall(protected, 1)
return escapes

