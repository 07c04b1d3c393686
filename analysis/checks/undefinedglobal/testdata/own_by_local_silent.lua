-- luacheck: std lua53
local which = ...
do
  local string = which and string or {}
  string.trim = print
end
print(string.trim)
