-- Returns that do something, or stand elsewhere.

local function f(x)
  if x then
    return
  end
end

local function g(x)
  do return end
end

local function h(x)
  while x do
    return
  end
end

local function i(x)
  if x then print(x) else return end
end

local function j() return nil end
local function k(...) return ... end
local function l() end

-- Control never comes to these, which is another finding.
local function n(x)
  error(x)
  return
end

local function o(x)
  while true do print(x) end
  return
end

local function m() return (nil) end
return f
