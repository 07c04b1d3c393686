-- luacheck: std lua53, allow defined
local _ENV = {}
unread = 1
