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

function called_at_once(x)
  local v = x() -- want "overwritten at line 40, in a function that runs before anything reads it$" 311 related=40
  --    ^
  --    ~~~~~~~
  ;
  (function() v = 1 end)()
  print(v)
end

function with_a_parameter(x)
  local v = x() -- want "overwritten at line 48, in a function that runs before anything reads it$" 311 related=48
  --    ^
  --    ~~~~~~~
  local function set(y) v = y end
  set(x)
  print(v)
end

function protected_with_a_handler(x)
  local v = x() -- want "overwritten at line 58, in a function that runs before anything reads it$" 311 related=58
  --    ^
  --    ~~~~~~~
  xpcall(function()
    v = x
    print(v)
  end, print)
end

function through_another(x)
  local v = x() -- want "overwritten at line 67, in a function that runs before anything reads it$" 311 related=67
  --    ^
  --    ~~~~~~~
  local function set() v = x print(v) end
  local function run() set() end
  run()
end

function through_another_protected(x)
  local v = x() -- want "overwritten at line 76, in a function that runs before anything reads it$" 311 related=76
  --    ^
  --    ~~~~~~~
  local function set() v = x print(v) end
  local function run() return pcall(set, 1) end
  pcall(run)
end

function known_by_name(x)
  local v = x() -- want "overwritten at line 85, in a function that runs before anything reads it$" 311 related=85
  --    ^
  --    ~~~~~~~
  local function set() v = x print(v) end
  pcall(set)
end

function after_pure_calls(x)
  local v = x() -- want "overwritten at line 93, in a function that runs before anything reads it$" 311 related=93
  --    ^
  --    ~~~~~~~
  local function set(n) local m = math.max(n, 2) + #"abc" v = m print(v) end
  local n = math.max(1, 2)
  set(n)
end

function in_blocks(x)
  local v = x() -- want "overwritten at line 104, in a function that runs before anything reads it$" 311 related=104
  --    ^
  --    ~~~~~~~
  do
    local w = 1
    local function set() do local u = w v = u end w = 2 print(v) end
    set()
  end
end

-- Nothing reads the variable where an error would lead to.
function raises_to_nobody(x)
  local v = x() -- want "overwritten at line 114, in a function that runs before anything reads it$" 311 related=114
  --    ^
  --    ~~~~~~~
  local function set() v = x() + 1 end
  set()
  print(v)
end

function allocates_for_nobody(x)
  local v = x() -- want "overwritten at line 123, in a function that runs before anything reads it$" 311 related=123
  --    ^
  --    ~~~~~~~
  local function set() v = {} end
  pcall(set)
  print(v)
end

function as_the_last_thing(x)
  local v = x() -- want "overwritten at line 132, in a function that runs before anything reads it$" 311 related=132
  --    ^
  --    ~~~~~~~
  local function set() v = x print(v) end
  return set()
end

-- What reads the variable does not get out: unknown code cannot run it, nor a finalizer.
function another_runs_first(x)
  local v = x() -- want "overwritten at line 141, in a function that runs before anything reads it$" 311 related=141
  --    ^
  --    ~~~~~~~
  local function set() x() v = {} print(v) end
  set()
end

function another_runs_between(x)
  local v = x() -- want "overwritten at line 150, in a function that runs before anything reads it$" 311 related=150
  --    ^
  --    ~~~~~~~
  local function get() return v end
  local function set() v = x() end
  local function run() pcall(x) set() end
  x()
  run()
  print(get())
end
