-- Loops whose first iteration always leaves.

local function first_key(t)
  for k in pairs(t) do return k end -- want "loop runs at most once: `return` at line 4 leaves it" related=4
--^^^^^^^^^^^^^^^^^^^^
end

local function numeric(f)
  for i = 1, 3 do -- want "`break` at line 12 leaves it" related=12
--^^^^^^^^^^^^^^^
    f(i)
    break
  end
  for i = 3, 1, -1 do return f(i) end -- want "`return` at line 14" related=14
--^^^^^^^^^^^^^^^^^^^
end

local function both(c, f)
  while c() do -- want "left at line 22 and at line 24" related=22,24
--^^^^^^^^^^^^
    if f() then
      break
    else
      return f
    end
  end
end

local function condition(c, f)
  while c do f() break end -- want "`break` at line 30" related=30
--^^^^^^^^^^
  repeat f() return f until c -- want "`return` at line 32" related=32
--^^^^^^
end

local function endless(c, f)
  while true do -- want "`return` at line 40" related=40
--^^^^^^^^^^^^^
    if c then break end
    return f
  end
  repeat -- want "`return` at line 45" related=45
--^^^^^^
    if c then break end
    do return f end
  until false
end

local function jumps(c, f)
  ::again::
  f()
  while c do -- want "`goto` at line 55 leaves it" related=55
--^^^^^^^^^^
    f()
    goto again
  end
end

local function inside(c, f)
  for i = 1, 3 do -- want "`return` at line 63" related=63
--^^^^^^^^^^^^^^^
    while true do
      if f(i) then return i end
    end
  end
  for i = 1, 3 do -- want "`return` at line 69" related=69
--^^^^^^^^^^^^^^^
    ::retry::
    if f(i) then return i end
    goto retry
  end
  for i = 1, 3 do -- only the inner one
    for k = 1, 3 do return k end -- want "`return` at line 73" related=73
--  ^^^^^^^^^^^^^^^
  end
end

local function behind(c, f)
  for i = 1, 3 do -- want "`break` at line 82 leaves it" related=82
--^^^^^^^^^^^^^^^
    while c() do f() end -- leads to the jump of the break
    break
  end
end

local function long(c, f)
  while c() -- want "`return` at line 91" related=91
--^^^^^
    and f()
    and c() do
    return 1
  end
end

local function captured(f)
  for i = 1, 3 do -- want "`break` at line 100" related=100
--^^^^^^^^^^^^^^^
    local x = f()
    f(function() return x end)
    break
  end
end
