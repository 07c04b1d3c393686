local M = {}
do
  local _ENV = M
  function f() return g end --> (self).f defined written, function of lines 4 to 4, as function f(); (self).g read
  x = f --> (self).x defined written; (self).f read
end
do
  local _ENV = {}
  _ENV = M
  y = 1
end
local function with(_ENV) return z end
return M, with
