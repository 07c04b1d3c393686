-- luacheck: std lua53
unread = 1
