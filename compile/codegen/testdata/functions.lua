local up1, up2, up3 = 1, 2
local function outer(p, ...)
  local inner = function(q)
    up1 = up1 + p + q
    return function() up2 = up3; return p, up1, _ENV, x end
  end
  local _ENV = { print = print }
  x = 1
  local function uses() return x, up1 end
  do local shadow = p; up3 = function() shadow = shadow + 1 return shadow end end
  return inner, uses, ...
end
local function constants()
  local a = "k", 1, 1.0, true, nil
  local f = function() return "k", "m", 1 end
  return "k", "k", 1, 1.0, "m"
end
local function many(a, b, c, d, e, f, g, h) return a, b, c, d, e, f, g, h end
local tail = function(...) return outer(...) end
local notail = function(...) return (outer(...)) end
local closes = function()
  while up1 do
    local x = up2
    if x then return function() return x end end
    up2 = function() x = nil end
    if up3 then break end
    if up1 then goto continue end
    do local y = x; up3 = function() return y end; if y then goto continue end end
    ::continue::
  end
end
function up1.f(self) return function() return self end end
function up1:g() return function() return self end end
return function(...) local a, b = ... return function() return a end, select("#", ...) end
