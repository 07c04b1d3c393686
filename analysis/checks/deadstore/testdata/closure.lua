-- Captured variables.

local function before_the_closure_exists()
  local x = f() -- want "overwritten at line 7" 311 related=7
  --    ^
  --    ~~~~~~~
  x = 2
  return function() return x end
end

local function before_the_closure_is_called(c)
  local x = f() -- want "overwritten at line 16" 311 related=16
  --    ^
  --    ~~~~~~~
  local get = function() return x end
  x = 2
  c(get)
end

local function nobody_reads_any_more(c)
  local x = c()
  do
    local get = function() return x end
    print(get())
  end
  -- get may live on, so this is silent
  x = 1
end

local function a_writer_does_not_read(c)
  local n = c()
  print(n)
  c(function() n = 1 end)
  n = 2 -- want "its scope ends$" 311
--^
--~~~~~
end

local function closure_of_another_iteration(c)
  for _ = 1, 10 do
    local x = c() -- want "overwritten at line 44" 311 related=44
    --    ^
    --    ~~~~~~~
    x = c
    c(function() return x end)
  end
end
