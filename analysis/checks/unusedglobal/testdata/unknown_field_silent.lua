-- luacheck: std lua53, allow defined
local name = ...
unread = 1
print(_G[name])
