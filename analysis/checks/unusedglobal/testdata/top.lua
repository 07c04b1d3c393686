-- luacheck: std lua53, allow defined top
do
  unread = 1 -- want "global `unread` is set"
--^^^^^^
end
local function f()
  not_defined = 1
end
f()
