-- Stores that a closure may see.

local function after_the_closure_exists(c)
  local x = 1
  c(function() return x end)
  x = 2
end

local function before_a_call(c)
  local x
  local get = function() return x end
  x = 2
  c(get)
  x = 3
  return get
end

local function before_an_error(c)
  local busy = false
  c(function() return busy end)
  busy = true
  c()
  busy = false
end

local function callback_sets(c)
  local done = false
  c(function() done = true end)
  while not done do c() end
end

local function coroutine_sees(c)
  local state = "new"
  c(function() return state end)
  state = "running"
  coroutine.yield()
  state = "done"
end

local function through_an_inner_function(c)
  local x = c()
  c(function()
    return function() return x end
  end)
  x = 2
end

local function metamethod(t)
  local n = 0
  setmetatable(t, {__index = function() return n end})
  n = 1
  local v = t.x
  n = 2
  return v
end
