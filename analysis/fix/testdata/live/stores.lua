-- Every value that is stored to a variable here is read by something.
local count = 0
local log = {}

local function note(what)
  log[#log + 1] = what
  count = count + 1
end

-- Read in the next iteration.
local function previous(list)
  local last
  local out = {}
  for i = 1, #list do
    out[i] = last
    last = list[i]
  end
  return out
end

-- Read by a closure that is called later, and by one that outlives its loop.
local function counters(n)
  local made = {}
  for i = 1, n do
    local value = i
    made[i] = function() value = value + 1 return value end
    value = value * 10
  end
  return made
end

-- Read where an error was caught.
local function careful(f)
  local state = "before"
  local ok = pcall(function()
    state = "inside"
    f()
    state = "behind"
  end)
  note(state)
  return ok
end

-- Read on one of two ways only.
local function choose(flag, a, b)
  local x = a
  if flag then
    x = b
    note(x)
    x = flag and 2 or x
  end
  local y
  if x == a then y = 1 else y = 2 end
  return x, y
end

-- Read by a metamethod.
local function metamethod()
  local seen = 0
  local t = setmetatable({}, { __index = function(_, key) seen = seen + 1 return key .. seen end })
  seen = 5
  local a = t.x
  seen = 7
  return a .. t.y
end

-- A condition that a callback changes.
local function wait(step)
  local done, turns = false, 0
  step(function() done = true end)
  while not done do
    turns = turns + 1
    if turns > 3 then done = true end
  end
  return turns
end

local list = counters(2)
note(list[1]())
note(list[2]() + list[2]())
note(tostring(careful(error)))
note(tostring(choose(true, 1, 3)))
note(metamethod())
note(wait(function(finish) finish() end))
for _, v in ipairs(previous { "a", "b", "c" }) do note(v) end
print(count, table.concat(log, " "))
