-- The text that is not understood may test it.

local function read(path)
  local file = io.open(path)
  check(file
  return file:read("a")
end
