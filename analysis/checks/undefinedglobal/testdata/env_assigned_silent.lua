-- luacheck: std lua53
print(anything)
_ENV = { print = print }
set = 1
