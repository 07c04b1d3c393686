-- Loops that do something, or that are meant.

local function numeric(n, t, f)
  for i = 1, n do end -- n may be no number
  for i = 1, #t do end
  for i = f(), 10 do end
  for i = 1, 10, n do end
  for i = 1, 10 do f(i) end
  for i = 1, 10 do local _ = t[i] end
end

-- It takes its time.
local function waits()
  for i = 1, 1e6 do end
  for i = 1, 100 do
    -- the display is slow
  end
  for i = 1, 100 do --[[ nothing ]] end
end

-- Others tell that these never come to a turn, or never to an end.
local function never()
  for i = 10, 1 do end
  for i = 2, 1 do end
  for i = 1, 10, 0 do end
end

local function generic(x, f, path)
  for k, v in pairs(x) do end -- x may be no table, or have __pairs
  for line in io.lines(path) do end -- it reads the file
  for word in f() do end
  for word in ("a b"):gmatch("%a") do end
  local t = setmetatable({1, 2}, {__index = f, __pairs = f})
  for k, v in pairs(t) do end
  for i, v in ipairs(t) do end
  for k, v in next, x do end
  return t
end

local function iterates(co)
  for value in coroutine.wrap(co) do end
  local p = pairs
  if co then p = co end
  for k, v in p({1, 2}) do end
end

local function others(f)
  while f() do end
  repeat until f()
  for i = 1, 10 do break end
  for i = 1, 10 do ; end
  do return f() end
  for i = 1, 10 do end
end

-- Nothing is known of what a table holds that others may change.
local shared = {1, 2, 3}
local function known_to_others(f)
  for i = shared[1], shared[2] do end
  f(shared)
  for k in pairs(shared) do end
end

return {numeric, known_to_others, waits, never, generic, iterates, others}
