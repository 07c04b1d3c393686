-- A closure that may have been made before a store, or may be after it, reads.

local function made_before_both_arms(f)
  local a
  f(function() return a end)
  if f() then a = 1 else f() end
end

local function made_before_on_one_path(f)
  local a
  if f() then f(function() return a end) end
  a = 1
end

local function made_by_an_earlier_iteration(f)
  local a
  while f() do
    if f() then a = 1 else f(function() return a end) end
  end
end

local function made_later(f)
  local a
  if f() then a = 1 else f(function() return a end) end
  f(function() return a end)
end

local function read_by_the_function_itself(f)
  local a
  if f() then a = 1 else f(function() return a end) end
  return a
end

local function jumped_to(f)
  local a
  ::again::
  if f() then
    a = 1
    goto again
  elseif f() then
    f(function() return a end)
  end
end
