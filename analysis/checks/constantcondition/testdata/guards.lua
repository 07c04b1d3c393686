-- Conditions that a test in front of them decides.

local function read_all(path)
  local file, err = io.open(path)
  if not file then
    return nil, err
  end
  if file then -- want "^condition is always true: `file` was tested at line 5$" related=5
--   ^^^^
    print(path)
  end
  return file:read("a")
end

local function place(w, x)
  if not w then return end
  if not w or x.type == "desktop" then -- want "^condition is always false: `w` was tested at line 16$" related=16
--   ^^^^^
    return x
  end
  x = x.next
  if not x or x.type == "dock" then -- another value, which nobody has tested
    return w
  end
end

local function kinds(v, n)
  if type(v) == "string" then
    if type(v) == "number" then -- want "^condition is always false: `v` was tested at line 28$" related=28
--     ^^^^^^^^^^^^^^^^^^^
      return n
    end
    return v ~= n
  elseif type(v) == "number" then
    return n
  end
  if n > 2 then
    return v
  elseif n > 3 then -- want "^condition is always false: `n` was tested at line 37, unless a metamethod gives another value$" related=37
--       ^^^^^
    return n
  elseif n > 1 then
    return n
  end
end

local function defaults(list, name, count)
  list = list or {}
  name = name or "none" -- a default
  if list then -- want "^condition is always true: `list` was tested and set at line 48$" related=48,48
--   ^^^^
    print(list, name or "", count or 0, list and list.x) -- and what is there to make sure
  end
  if count == nil then
    count = 0
  end
  count = count or 1
  return count
end

local function ask(poll, state)
  local found = poll()
  while not found do
    if found then -- want "^condition is always false: `found` was tested at line 63$" related=63
--     ^^^^^
      return state
    end
    found = poll()
  end
  if state.done then
    poll()
    if state.done then return found end -- poll may have changed it
  end
  if state.open and not state.done then
    return state
  end
  assert(state)
  return state or poll -- want "^condition is always true: `state` was asserted at line 77$" related=77
--       ^^^^^
end

local shared
local function set(x) shared = x end
local function wait(poll)
  if shared then
    poll()
    if shared then return poll end -- poll may call set
  end
  if shared == 1 then
    if shared == 2 then -- want "^condition is always false: `shared` was tested at line 89, unless a metamethod gives another value$" related=89
--     ^^^^^^^^^^^
      return set
    end
  elseif shared ~= 1 then -- says once more what it means to come here
    return poll
  end
end

local function kind(k, l, other)
  if k ~= "a" or k ~= "b" then print(k) end -- want "^condition is always true: `k` was tested at line 100; `and` may be meant$" warning related=100
--               ^^^^^^^^
  if other or (l ~= 1) or (l ~= 2) then print(l) end -- want "`and` may be meant$" warning related=102
--                         ^^^^^^
  if k ~= "a" and k ~= "b" or l ~= 3 then print(k) end
  if k ~= "a" or l ~= "b" then print(k) end
  if k == "a" or k ~= "b" then print(k) end
  if k ~= "a" or k ~= "a" .. l then print(k) end
end

return { kind, read_all, place, kinds, defaults, ask, set, wait }
