-- Loops that go round, and loops that are blocks.

local function blocks(c, f)
  while true do
    if c() then break end
    f()
    break
  end
  while 1 do f() break; end
  repeat
    if c() then break end
    f()
  until true
  repeat f() break until false
  repeat f() break until nil
  repeat f() until not false
  repeat return f until (true)
end

local function rounds(c, f, t)
  for k in pairs(t) do if k then return k end end
  for i = 1, 3 do end
  for k in pairs(t) do end
  while c() do end
  repeat until c()
  while c() do if f() then break end end
  repeat if f() then return end until c()
  for i = 1, 3 do
    if c(i) then goto continue end
    do return f(i) end
    ::continue::
  end
  while c() do
    if f() then goto continue end
    do break end
    ::continue::
  end
end

local function shared(c, f)
  while true do
    while c() do f() end
    return f
  end
end

local function never_entered(f)
  while false do return f end
  while nil do f() break end
  if f() then return end
  do return end
  for i = 1, 3 do return i end
end

local function never_left(c, f)
  for i = 1, 3 do
    while true do f() end
  end
end

local function fails(c)
  while c do error("no") end
  for i = 1, 3 do
    if c then return i end
    error("no")
  end
end

local function by_its_bounds(f)
  for i = 1, 1 do f(i) end
end

local function through_a_closure(t, f)
  for k in pairs(t) do
    f(function() return k end)
  end
end
