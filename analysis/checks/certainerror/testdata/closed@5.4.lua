-- What 5.4 has to say.

local function closed(x)
  local a <close> = 1 -- want "^`a` cannot be closed, which raises an error: it is a number$"
  --    ^
  local b <close> = nil
  return a, b
end

local function open(x)
  local c <close> = nil
  local d <close> = false
  local e <close> = x
  local f <close> = setmetatable({}, x)
  local g <const> = 1
  return c, d, e, f, g
end

local function step(n)
  for i = 1, n, 0 do print(i) end -- want "^a loop in steps of 0 raises an error$"
  --            ^
end
for i = 10, 1, 0 do print(i) end -- want "^a loop in steps of 0 raises an error$"
  --           ^
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
return { closed, open, step }
