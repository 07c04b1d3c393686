local seen, also
local function whole() local own = 1; own = 2 return also end
local function torn()
  local here = seen
  x = = here
  local after
end
local behind
