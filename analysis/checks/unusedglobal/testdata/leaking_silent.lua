-- luacheck: std lua53, allow defined
unread = 1
for k, v in pairs(_G) do print(k, v) end
