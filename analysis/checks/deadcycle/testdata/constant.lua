-- Values that are read only where a constant lets nothing come: the finding names it.

local debug = false

local function counted(list, g)
  local n = 0 -- want "^`n` is only used for values that nothing needs; the condition at line 13 is always the same, because of `debug` at line 3$" related=13,10
--      ^
--      ~~~~~
  for _, v in ipairs(list) do
    n = n + 1
--  ~~~~~~~~~
    local text = n * 2
    if debug and text > 1 then g(text, v) end
  end
  return list
end

-- No constant is named where nothing is read past one.
local function summed(list)
  local s = 0 -- want "^`s` is only used to update itself$" related=23
--      ^
--      ~~~~~
  for i = 1, #list do s = s + i end
--                    ~~~~~~~~~
  return list
end

-- The condition stands in a function that gets the value.
local function log(text)
  if debug then print(text) end
end

local function logged(list)
  local n = 0 -- want "^`n` is only used for values that nothing needs; the condition at line 30 is always the same, because of `debug` at line 3$" related=30,38
--      ^
--      ~~~~~
  for _ in ipairs(list) do
    n = n + 1
--  ~~~~~~~~~
    local text = n * 2
    log(text)
  end
  return list
end

-- Nothing needs what the function gives back: it is no reason that it reads what it is given.
local function same(a) return a end

local function given_back(list)
  local n = 0 -- want "^`n` is only used for values that nothing needs$" related=53
--      ^
--      ~~~~~
  for _ in ipairs(list) do n = n + 1 end
--                         ~~~~~~~~~
  same(n * 2)
  return list
end

local function second(a, b) return a end

local function other_parameter(list)
  local n = 0 -- want "^`n` is only used for values that nothing needs; `second` at line 59 ignores its parameter `b`$" related=59,65
--      ^
--      ~~~~~
  for _ in ipairs(list) do n = n + 1 end
--                         ~~~~~~~~~
  second(list, n * 2)
  return list
end

return counted, summed, logged, given_back, other_parameter
