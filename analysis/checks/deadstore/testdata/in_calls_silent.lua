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

function handler_may_be_none(x)
  local v = "a"
  xpcall(function() v = "b" end, x)
  print(v)
end

function raises_where_it_is_protected(x)
  local v = "a"
  local function set() v = x() end
  local function run() set() end
  pcall(run)
  print(v)
end

function allocates_where_it_is_read(x)
  local v = "a"
  local function get() return v end
  local function set() v = {} end
  x(get)
  v = "c"
  set()
end

function another_may_run_where_it_is_read(x)
  local v = "a"
  local function set() x() v = "b" print(v) end
  set()
  x(set)
end

function another_may_run_what_calls_it(x)
  local v = "a"
  local function set() x() v = "b" print(v) end
  local function run() set() end
  run()
  x(run)
end

function what_reads_it_runs_between(x)
  local v = "a"
  local function get() return v end
  local function set() x(get()) v = "b" end
  set()
  print(get())
end

function what_reads_it_outlives_its_block(x)
  local set
  do
    local v = "a"
    local get = function() return v end
    set = function(y) if y then v = "b" else x(get()) end end
    if x then set(x) end
  end
  set()
end

function what_reads_it_is_made_by_another(x)
  local v = "a"
  local function make() return function() return v end end
  local get = make()
  x(get)
  v = "c"
  local function set() x() v = "b" end
  set()
end

function raises_where_a_reader_follows(x)
  local v = "a"
  local function get() return v end
  local function set() v = x() end
  pcall(set)
  print(get())
end

function impure_call_where_it_is_read(x)
  local v = "a"
  local function set() v = "b" print(v) end
  x(set)
  v = "c"
  tostring(x)
  set()
end

function makes_a_string_where_it_is_read(x)
  local v = "a"
  local function get() return v end
  local function set() v = "b" end
  x(get)
  v = "c"
  local s = ("x"):rep(3)
  set()
  return s
end

function through_another_of_another_iteration(x)
  local set, old
  while x() do
    local v = "a"
    set = old or function() v = "b" end
    old = old or set
    local function run() set() end
    run()
    print(v)
  end
end

function another_may_be_none_yet(x)
  local v = "a"
  local set
  local function run() set() end
  pcall(run)
  print(v)
  set = function() v = "b" end
  x(set)
end

function one_of_two(x)
  local v = "a"
  local set = x and function() v = "b" end
  local function run() set() end
  pcall(run)
  print(v)
end

function replaced_for_another(x)
  local v = "a"
  local function set() v = "b" end
  local function run() set() end
  x(function() set = x end)
  run()
  print(v)
end

function calls_itself_first(x)
  local v = "a"
  local function set(n)
    if n > 0 then set(n - 1) else x(v) end
    v = "b"
  end
  set(x)
end

function in_a_coroutine(x)
  local v = "a"
  coroutine.wrap(function() v = "b" end)()
  print(v)
end
