-- What is not known, what is meant so, and what is asked for out of caution.

local function written_in_a_callback(on)
  local done, tries = false, 0
  on(function() done = true; tries = tries + 1 end)
  while not done do on() end
  if tries == 0 then return 1 end
end

local function literals(x)
  while true do
    if x() then break end
  end
  repeat x() until false
  if false then x(1) end
  if nil or x then x(2) end
  if 1 == 2 then x(3) end
  for i = 1, 0 do x(i) end
end

local function values(x)
  local ON, OFF = 1, 0
  local a = x and ON or OFF
  local b = x == 1 and "one" or x == 2 and "two" or "more"
  local c = x and {} or nil
  local d = x and function() return x end or print
  local e = x and true or false
  local f = x and #b or 0
  return a, b, c, d, e, f
end

local function defaults(x)
  local all
  all = all or {}
  local ok = true
  ok = ok and x(1)
  ok = ok and x(2)
  x = x or 5
  return all, ok, x
end

local function caution(x)
  local list = { x }
  if list and #list > 0 then x(list) end
  local s = tostring(x)
  if s == nil then return nil end
  if type(s) == "string" then return s end
end

local function other_versions()
  local unpack = table.unpack or unpack
  if not math.type then return unpack end
  if utf8 ~= nil and string.pack == nil then return 1 end
  assert(_ENV == _G)
end

local function always()
  return true
end

local function results_of_functions(x)
  if always() then x(1) end
  local ok = always()
  if not ok then x(2) end
  if always() == false then x(3) end
end

local function underscore(x)
  local _debug = false
  if _debug then print(x) end
end

local function parameters(a, b)
  if a then return b end
  for i = a, b do print(i) end
end

local function after_a_loop(list)
  local found = false
  for _, x in ipairs(list) do
    if x then found = true end
  end
  if not found then return 1 end
end

local function table_that_others_see(x)
  local t = { trace = false }
  x(t)
  if t.trace then return 1 end
end

local function negated_comparison(x)
  if not x == "a" then return 1 end
  if not x ~= "a" then return 1 end
end

return written_in_a_callback, negated_comparison, literals, values, defaults, caution, other_versions, results_of_functions,
  underscore, parameters, after_a_loop, table_that_others_see
