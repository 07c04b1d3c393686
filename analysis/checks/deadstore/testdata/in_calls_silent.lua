-- Something may read the value first, or the write may not happen.

function raises_first(x)
  local v = "a"
  pcall(function()
    x()
    v = "used"
  end)
  print(v)
end

function computed(x)
  local v = "a"
  pcall(function() v = x() end)
  print(v)
end

function reads_first(x)
  local v = "a"
  local function add() v = v .. x end
  add()
  print(v)
end

function on_one_path_only(x)
  local v = "a"
  local function set() v = "b" end
  if x then set() end
  print(v)
end

function on_one_path_inside(x)
  local v = "a"
  local function set(y)
    if y then v = "b" end
  end
  set(x)
  print(v)
end

function read_by_another_call(x)
  local v = "a"
  local function get() return v end
  x(get)
  v = "c"
  x()
  local function set() v = "b" end
  set()
end

function replaced(x)
  local v = "a"
  local set = function() v = "b" end
  x(function() set = x end)
  set()
  print(v)
end

function of_another_iteration(x)
  local set
  while x() do
    local v = "a"
    if not set then set = function() v = "b" end end
    set()
    print(v)
  end
end

function handed_on(x)
  local v = "a"
  x(function() v = "b" end)
  print(v)
end

function another_pcall(x)
  local pcall = x
  local v = "a"
  pcall(function() v = "b" end)
  print(v)
end

function says_not_known_yet()
  local done = false
  pcall(function() done = true end)
  print(done)
end
