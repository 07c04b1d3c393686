-- luacheck: std lua53, allow defined
unread = 1
x = =
