-- Only functions that nothing calls refer to these.

local function one(x)
  local a = x -- want "^local `a` is only used by `unused`, which is unused too$" related=7
  --    ^
--~~~~~~~~~~~
  local function unused() return a end
  return x
end

local function ring(x)
  local t = { x } -- want "^local `t` is only used by `f`, which is unused too$" related=15
  --    ^
--~~~~~~~~~~~~~~~
  local f, g
  function f() t.x = 1 return g() end
  function g() return f() end
end

local function inside(x)
  local a = x -- want "^local `a` is only used by `unused`, which is unused too$" related=24
  --    ^
--~~~~~~~~~~~
  local function unused()
    return function() return a end
  end
end

local function used(x)
  local a, b = x, x
  local function unused() return a, b end
  local function get() return a end
  print(b)
  return get
end

return one, ring, inside, used
