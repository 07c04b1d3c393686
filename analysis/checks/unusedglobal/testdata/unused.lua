-- luacheck: std lua53, allow defined
do
  unread = 1 -- want "^global `unread` is set and never read in this file$"
--^^^^^^
  function never_called() end -- want "global `never_called` is set"
--         ^^^^^^^^^^^^
  local function f()
    unread = 2 -- want "global `unread`"
--  ^^^^^^
  end
  f()
end
read, called, indexed = 1, 2, {}
print(read)
called()
indexed.x = 1
local function later() return read_in_function end
read_in_function = later
by_field = 1
print(_G.by_field)
