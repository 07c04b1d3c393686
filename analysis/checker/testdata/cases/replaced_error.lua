-- The file replaces standard functions that never return.

local exit = os.exit

function os.exit(code)
  print(code)
end

_G.error = print

local function behind(x)
  error("no")
  os.exit(1)
  print(x)
end

local function original(x)
  exit(1)
  print(x)
end

return behind, original
