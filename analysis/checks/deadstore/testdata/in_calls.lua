-- A function that certainly runs overwrites the value before anything can read it.

function protected()
  local v = "a" -- want "^value assigned to `v` is never read: overwritten at line 8, in a function that runs before anything reads it$" 311 related=8
  --    ^
  --    ~~~~~~~
  pcall(function()
    v = "used"
    print(v)
  end)
end

function called_by_name(x)
  local v = x() -- want "overwritten at line 17, in a function that runs before anything reads it$" 311 related=17
  --    ^
  --    ~~~~~~~
  local function set() v = "b" end
  set()
  print(v)
end

function on_every_path(x)
  local v = x() -- want "overwritten at line 26 and at line 30, in a function" 311 related=26,30
  --    ^
  --    ~~~~~~~
  local function set() v = "b" end
  if x then
    set()
  else
    v = x
  end
  print(v)
end
