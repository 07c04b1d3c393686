-- Behind calls that never return.

local function after_error(x)
  error("no")
  print(x) -- want "^unreachable code: `error` at line 4 never returns$" related=4 fade=5-7
--^^^^^^^^
  print(x)
end

local function after_exit(x)
  if x then
    os.exit(1)
    print(x) -- want "^unreachable code: `os\\.exit` at line 12 never returns$" related=12
  --^^^^^^^^
  end
  print(x)
end

local function after_assert(x)
  assert(false, x)
  print(x) -- want "^unreachable code: `assert` at line 20 never returns$" related=20
--^^^^^^^^
end

local function after_assert_nil(x)
  assert(nil)
  print(x) -- want "^unreachable code: `assert` at line 26 never returns$" related=26
--^^^^^^^^
end

local function fail(x)
  error(x, 2)
end

local function after_local(x)
  fail(x)
  print(x) -- want "^unreachable code: `fail` at line 36 never returns$" related=36
--^^^^^^^^
end

local function forever(x)
  while true do print(x) end
end

local function after_forever(x)
  local y = forever(x)
  print(y) -- want "^unreachable code: the call at line 46 never returns$" related=46
--^^^^^^^^
end

local function both(x)
  if x then
    fail("a")
  else
    error("b")
  end
  print(x) -- want "^unreachable code: no branch of the `if` at line 52 gets here$" related=52
--^^^^^^^^
end

local function loop(x)
  repeat
    print(x)
    fail(x)
  until x
  print(x) -- want "^unreachable code: the loop at line 62 never gets here$" related=62
--^^^^^^^^
end

local function recursive(x)
  return recursive(x)
end

local function inner(x)
  fail(x)
  return function() print(x) end -- want "^unreachable code: `fail` at line 75 never returns$" related=75
--^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
end

local function short_name(x)
  local exit = os.exit
  exit()
  print(x) -- want "^unreachable code: `exit` at line 82 never returns$" related=82
--^^^^^^^^
end

-- A call in a condition keeps control from the blocks after it.

local function in_condition(x)
  if error(x) then
    print(x) -- want "^unreachable code: the call at line 90 never returns$" related=90
  --^^^^^^^^
  end
end

local function in_second_condition(x)
  if x then
    print(x)
  elseif error(x) then
    print(x) -- want "^unreachable code: the call at line 99 never returns$" related=99
  --^^^^^^^^
  else
    print(x, x) -- want "^unreachable code: the call at line 99 never returns$" related=99
  --^^^^^^^^^^^
  end
end

return { after_error, after_exit, after_assert, after_assert_nil, after_local, after_forever, both, loop, recursive, inner, short_name, in_condition, in_second_condition }
