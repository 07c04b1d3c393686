-- luacheck: std lua53, module, allow defined
unread = 1
