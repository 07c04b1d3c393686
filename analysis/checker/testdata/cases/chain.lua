-- A chain from one variable to the next, of which the last is not used: one finding.

local function unused(x)
  local a = x
  --    ~~~~~
  local b = a
  --    ~~~~~
  local c = b -- want "^local `c` is never used; `a` and `b` are only used to compute it$" dead-cycle related=4,6
  --    ^
  --    ~~~~~
end

local function tables(x)
  local a = { x }
  --    ~~~~~~~~~
  local b = { a = a }
  --    ~~~~~~~~~~~~~
  local c = { b, b } -- want "^local `c` is never used; `a` and `b` are only used to compute it$" dead-cycle related=14,16
  --    ^
  --    ~~~~~~~~~~~~
end

local function used(x)
  local a = x
  local b = a
  local c = b
  return c
end

local function effects(f)
  local a = f()
  local b = a()
  --    ~~~~~~~
  local c = b -- want "^local `c` is never used; `b` is only used to compute it$" dead-cycle related=32
  --    ^
  --    ~~~~~
end

return unused, tables, used, effects
