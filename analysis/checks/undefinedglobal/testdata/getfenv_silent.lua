-- luacheck: std lua51
getfenv(1).anything = 1
print(anything)
