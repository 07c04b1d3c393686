-- A closure reads what is there from where it is made on, on the paths that lead through
-- that.

local function other_arm(f)
  local a
  if f() then
    a = 1 -- want "never read: its scope ends$" 311
  --^
  --~~~~~
  else
    f(function() return a end)
  end
end

local function other_arm_in_front(f)
  local a
  if f() then
    f(function() return a end)
  else
    a = 1 -- want "never read: its scope ends$" 311
  --^
  --~~~~~
  end
  f()
end

local function returns_on_its_own_path(f)
  local a
  if f() then
    a = 1 -- want "never read: its scope ends$" 311
  --^
  --~~~~~
    return f()
  end
  return function() return a end
end

local function overwritten_before_the_closure(f)
  local a
  if f() then
    f(function() return a end)
  elseif f() then
    a = 1 -- want "overwritten at line 47, or its scope ends$" 311 related=47
  --^
  --~~~~~
    if f() then
      a = f()
      f(function() return a end)
    end
  end
end

local function several_instructions(f, x)
  local a
  if f() then
    f(function() return a end)
  else
    a = x < f() -- want "never read: its scope ends$" 311
  --^
  --~~~~~~~~~~~
  end
end
