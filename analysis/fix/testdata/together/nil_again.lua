-- What is nil is read in several places, and each of them may go.
local b
local d = b
do local n = b end
local c
c = c
local e = c
local function f()
  local g
  g = g
  return g
end
print(f(), ({b}))

do
  goto out
  local one
  local two
  ::out::
end
