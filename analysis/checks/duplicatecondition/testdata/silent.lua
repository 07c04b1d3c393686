-- Conditions that decide anew.

local function others(a, b, f)
  if a == 1 then f(1) elseif a == 1.0 then f(2) elseif a == "1" then f(3) elseif b == 1 then f(4) end
  if a then f(1) elseif not a then f(2) end
  if not a then f(1) elseif a then f(2) end
  if a == 1 then f(1) elseif a ~= 1 then f(2) end
  if a and b then f(1) elseif a then f(2) elseif b then f(3) end
  if a or b then f(1) end
  if a then f(1) end
  if a then f(2) end
  return (a and b) or (a and f), (a or b) and (a or f)
end

local function values(a, n)
  local x = n and n > 0 and n or nil
  local y = a and (n or a)
  return a and n and a, x, y, a and {a, n}
end

local function changes(t, f)
  if t.x then f() elseif t.x then f() end
  if f() then f() elseif f() then f() end
  if t[1] or t[1] then f() end
  if global then f() elseif global then f() end
  if #t > 0 and f(t) and #t > 0 then f() end
end

local up, down = 1, 2
local function captured(a, b, f)
  up, down = a, b
  if up and f() and up then f() end
  if up and a.x and up then f() end
  if up and a < b and up then f() end
  if up == a or up == a then f() end
  if up and {} and up then f() end
  if up and (function() end) and up then f() end
  if up then f() elseif f() then f() elseif up then f() end
  if (f() or up) and up then f() end
  if (up and f()) and up then f() end
  if up and global and up then f() end
end

local function own_captured(f)
  local own = f()
  local function set() own = nil end
  if own and set() and own then f() end
  return set
end

local function nested(a, f)
  if a then
    if a then f() end
  end
  return a and function() return a and f end
end

local function constants(f)
  if true and true then f() end
  if nil or nil then f() end
  if 1 and f and 1 then f() end
end

local function env(a)
  local _ENV = {x = 1}
  if x then a() elseif x then a() end
end
