-- Upvalues that nobody reads are dropped, and the closing of what no one captured.
local shared, secret, used = 1, 2, 3
local function get()
  local unused = secret
  return shared
end
local function set(v) secret = v end
local fs = {}
for i = 1, 3 do
  local kept, lost = i, i * 2
  fs[i] = function()
    local copy = lost
    return kept + shared
  end
end
for i = 1, 3 do
  local gone = function() return i end
  set(i)
end
print(get(), fs[1](), fs[2](), fs[3]())
shared = 10
print(get(), fs[1]())

-- Both ways of the condition leave the loop, and the scope of a variable that was
-- captured: it has to be closed.
local kept = {}
for i = 1, 3 do
  local seen = i > 1
  kept[i] = function() seen = not seen return seen end
  if pcall(print, i) or kept then
    do break end
  end
end
for i = 1, 1 do print(kept[i]()) end

-- The loop stays because of its limit, though nothing depends on how often it runs.
do
  local held = 1
  kept[2] = function() held = held + 1 return held end
  for i = 1, ... or 3 do
    if i == 2 then goto out end
  end
end
::out::
for i = 1, 2 do print(kept[2]()) end
