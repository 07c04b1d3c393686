-- Closures that are only called by their names read nothing but at these calls.

local function behind_the_last_call(on)
  local x = on
  local function get() return x end
  on(get())
  x = 2 -- want "^value assigned to `x` is never read: no function that reads it is called after this$" 311
--^
--~~~~~
  on()
end

local function before_the_first_call(on)
  local x = on -- want "^value assigned to `x` is never read: no function that reads it is called after this$" 311
  --    ^
  --    ~~~~~~
  local function get() return x end
  on(1)
  x = 3
  on(get())
end

local function in_a_loop(on)
  local x = on
  local function get() return x end
  for i = 1, 3 do
    on(get())
    x = i
  end
end

local function initialiser(on)
  local x = 0
  local function get() return x end
  on()
  x = 3
  on(get())
end

local function given_away(on)
  local x = on
  local function get() return x end
  on(get)
  x = 2
  on()
end

local function called_by_another(on)
  local x = on
  local function get() return x end
  on(function() return get() end)
  x = 2
  on()
end

local function on_some_path(on)
  local x = on -- want "^value assigned to `x` is never read: overwritten at line 61$" 311 related=61
  --    ^
  --    ~~~~~~
  local function get() return x end
  x = 2
  if on() then
    return get()
  end
  x = 3 -- want "^value assigned to `x` is never read: no function that reads it is called after this$" 311
--^
--~~~~~
end

local function longer_than_the_variable(on)
  local get
  do
    local x = on -- want "^value assigned to `x` is never read: no function that reads it is called after this$" 311
    --    ^
    --    ~~~~~~
    get = function() return x end
    on()
    x = 2
  end
  on(get())
end

local function reader_is_returned(on)
  local x = 0
  local function make()
    return function() return x end
  end
  x = 3
  local get = make()
  x = 4
  on(get())
end

local function reader_is_kept(on)
  local x = on
  local function keep()
    on(function() return x end)
  end
  keep()
  x = 4
  on()
end

return { behind_the_last_call, before_the_first_call, in_a_loop, initialiser, given_away, called_by_another,
  on_some_path, longer_than_the_variable, reader_is_returned, reader_is_kept }
