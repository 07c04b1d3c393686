-- Initialisers that are overwritten, and are more than "not known yet".

local function f(c)
  local a = true -- want "overwritten at line 18" 311 related=18
  --    ^
  --    ~~~~~~~~
  local b = 1 -- want "overwritten at line 19" 311 related=19
  --    ^
  --    ~~~~~
  local d = "x" -- want "overwritten at line 20" 311 related=20
  --    ^
  --    ~~~~~~~
  local e = {1} -- want "overwritten at line 21" 311 related=21
  --    ^
  --    ~~~~~~~
  local g, h = 0, c() -- want "overwritten at line 22" 311 related=22
  --       ^
  a = c()
  b = c()
  d = c()
  e = c()
  h = c()
  g = c()
  return a, b, d, e, g, h
end

local function not_a_declaration(x)
  print(x)
  x = 0 -- want "overwritten at line 32" 311 related=32
--^
--~~~~~
  x = 1
  return x
end
