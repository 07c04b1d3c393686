-- Branches that do different things, or are apart for a reason.

local function others(a, b, f)
  if a then f(1) else f(2) end
  if a then f(1) else f(1.0) end
  if a then f(1) else f("1") end
  if a then f(a) else f(b) end
  if a then f() else f(f()) end
  if a then f() f() else f() end
  if a then a.x = 1 else a.y = 1 end
  if a then a = b else b = a end
  if a then return f(), 1 else return f(), 2 end
  if a then return f() else return (f()) end
  if a then f() end
end

-- Each of several cases has its line.
local function cases(name, find)
  if find(name, "i386") then
    return "osx-intel"
  elseif find(name, "i486") then
    return "osx-intel"
  elseif find(name, "arm64") then
    return "osx-64"
  else
    return "osx-ppc"
  end
end

-- One of them does something else.
local function between(a, f)
  if a == 1 then f(1) elseif a == 2 then f(2) else f(1) end
  if a == 1 then f(1) elseif a == 2 then f(2) else f(2) end
  if a == 1 then f(2) elseif a == 2 then f(2) else f(1) end
end

local function comments(a, f)
  if a then
    -- maybe more later
    f(1)
  else
    f(1)
  end
  if a then
    f(1)
  else
    f(1) -- without the name
  end
  if a then
    f(1)
  elseif f() then --[[ later ]]
    f(1)
  else
    f(1)
  end
end

local function empty(a)
  if a then else end
  if a then ; else ; end
  if a then do end else do end end
end

local function jumps(a, f)
  while f() do
    while f() do
      if a then goto first else goto second end
      ::first::
    end
    ::second::
  end
  repeat
    if a then break else goto go_on end
    f()
    ::go_on::
  until f()
end

local function closures(a, b, c, set)
  if a then set(function() return b end) else set(function() return c end) end
  if a then set(function() return 1 end) else set(function() return 2 end) end
  if a then set(function(...) return ... end) else set(function(x) return x end) end
  if a then
    set(function() return function() return b end end)
  else
    set(function() return function() return c end end)
  end
end

return {others, cases, between, comments, empty, jumps, closures}
