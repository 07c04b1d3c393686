-- Tables of functions that nobody returns: what reads them stands in functions that nothing
-- calls.

do
  local M = {} -- want "^table `M` is filled at line 8 and at line 9, and read only in functions that nothing calls, at line 8$" 241 related=8,9,8
  --    ^
  --    ~~~~~~
  function M.run() return M.step() end
  function M.step() return 1 end
end

do
  local M = {} -- want "^table `M` is filled at line 16, at line 17 and at line 18, and read only in functions that nothing calls, at line 17$" 241 related=16,17,18,17
  --    ^
  --    ~~~~~~
  M.__index = M
  function M.new() return setmetatable({}, M) end
  function M:get() return self.x end
end

do
  local M = {} -- want "^table `M` is filled at line 25, and read only in functions that nothing calls, at line 25$" 241 related=25,25
  --    ^
  --    ~~~~~~
  function M.dump() for k, v in pairs(M) do print(k, v) end end
end

do
  local M = {} -- want "^table `M` is filled at line 32 and at line 33, and read only in functions that nothing calls, at line 33$" 241 related=32,33,33
  --    ^
  --    ~~~~~~
  M.M = M
  function M.run() return M.M.run() end
end

do
  local M = {} -- want "^table `M` is filled at line 40 and at line 41, and read only in functions that nothing calls, at line 40$" 241 related=40,41,40
  --    ^
  --    ~~~~~~
  M.run = function() return M.count end
  M.count = 0
end

do
  local M = {} -- want "^table `M` is filled at line 48, and read only in functions that nothing calls, at line 48$" 241 related=48,48
  --    ^
  --    ~~~~~~
  function M.run() return M end
end

do
  local M = {} -- want "^table `M` is filled at line 55, and read only in functions that nothing calls, at line 55$" 241 related=55,55
  --    ^
  --    ~~~~~~
  function M.run() registered = M end
end

do
  local M = {} -- want "^table `M` is filled at line 62, and read only in functions that nothing calls, at line 62$" 241 related=62,62
  --    ^
  --    ~~~~~~
  for i = 1, 3 do M[i] = function() return M[i + 1]() end end
end

do
  local M = {} -- want "^table `M` is filled at line 69, and read only in functions that nothing calls, at line 69$" 241 related=69,69
  --    ^
  --    ~~~~~~
  M.sub = {run = function() return M.sub.step() end, M}
end

do
  local M = {run = function() return 1 end} -- want "^table `M` is filled at line 75, and read only in functions that nothing calls, at line 75$" 241 related=75,75
  --    ^
  function M.step() return M.run() end
end

do
  local M = {count = 0} -- want "^table `M` is filled at line 82, and read only in functions that nothing calls, at line 82$" 241 related=82,82,82
  --    ^
  --    ~~~~~~~~~~~~~~~
  function M.inc() M.count = M.count + 1 end
end

do
  local M = {} -- want "^table `M` is filled at line 90, and read only in functions that nothing calls, at line 90$" 241 related=90,90
  --    ^
  --    ~~~~~~
  local N = M
  function N.run() return N.run() end
end

do
  local M = {} -- want "^table `M` is filled at line 98, and read only in functions that nothing calls, at line 98$" 241 related=98,98
  --    ^
  --    ~~~~~~
  local N = M
  function M.run() return N.run() end
end

do
  local M = {} -- want "^table `M` is filled at line 105 and at line 106, and read only in functions that nothing calls, at line 106$" 241 related=105,106,106
  --    ^
  --    ~~~~~~
  M.sub = {}
  function M.sub.run() return M.sub.run() end
end

do
  local M = {} -- want "^table `M` is filled at line 113 and at line 115, and read only in functions that nothing calls, at line 115$" 241 related=113,115,115
  --    ^
  --    ~~~~~~
  M.sub = {}
  local sub = M.sub
  function sub.run() return sub.run() end
end

do
  local M = {} -- want "^table `M` is filled at line 122 and at line 123, and read only in functions that nothing calls, at line 123$" 241 related=122,123,123
  --    ^
  --    ~~~~~~
  M.a = {b = {}}
  function M.a.b.run() return M.a.b.run() end
end

do
  local M = {} -- want "^table `M` is filled at line 130, at line 131 and at line 132, and read only in functions that nothing calls, at line 132$" 241 related=130,131,132,132
  --    ^
  --    ~~~~~~
  M.one = 1
  M.two = M.one
  function M.run() return M.two end
end

do
  local M = {} -- want "^table `M` is filled at line 140, and read only in functions that nothing calls, at line 139$" 241 related=140,139
  --    ^
  --    ~~~~~~
  local function run() return M.step() end
  M.run = run
end

do
  local M
  M = {} -- want "^table `M` is filled at line 148, and read only in functions that nothing calls, at line 148$" 331 related=148,148
--^
--~~~~~~
  function M.run() return M.run() end
end

do
  local M = {}
  M = {} -- want "^table `M` is filled at line 156, and read only in functions that nothing calls, at line 156$" 331 related=156,156
--^
--~~~~~~
  function M.run() return M.run() end
end

do
  local M = {} -- want "^table `M` is filled at line 163 and at line 164, and read only in functions that nothing calls, at line 163 and at line 164$" 241 related=163,164,163,164
  --    ^
  --    ~~~~~~
  function M.a() return M.b() end
  function M.b() return M.a() end
end

-- One finding says it all: dead-cycle names both.
do
  local M = {}
  local a = function() return M.b() end
  M.b = function() return a() end
end


-- Tables that something uses.

do
  local M = {}
  local N = M
  function N.run() return N.step() end
  exported = N
end

do
  local M = {}
  M.sub = {}
  function M.sub.run() return M.sub.step() end
  exported = M.sub
end

do
  local M = {}
  M.sub = {}
  local sub = M.sub
  function sub.run() return M.sub.run() end
  sub.run()
end

do
  local M = {}
  local name = "sub"
  M[name] = registered
  function M.sub.run() return M.sub.run() end
end

do
  local M = {sub = registered}
  function M.sub.run() return M.sub.run() end
end

do
  local M = {}
  local sub = {}
  M.sub = sub
  function M.sub.run() return M.sub.run() end
  exported = sub
end

do
  local M = {}
  M.x = registered
  M.y = M.x
  function M.y.run() return M.y.run() end
end

do
  local M = {}
  local N = M
  N = registered
  function N.run() return #M end
end

do
  local M
  M = registered
  M = {}
  function M.run() return M.step() end
  M = registered
  print(M)
end

do
  local M = {}
  local function run() return M.run() end
  M.run = run
  register(run)
end

do
  local M, other = {}, {}
  local function run() return M.run() end
  M.run = run
  other.run = run
  register(other)
end

do
  local M = {}
  local mt = {__index = M}
  function M.run() return M.step() end
  setmetatable(registered, mt)
end

do
  local M = {}
  function M.run() return M.step() end
  exported = M
end

do
  local M = {}
  function M.run() return M.run() end
  M.run()
end

do
  local M = {}
  function M.run() return M.step() end
  setmetatable({}, M)
end

do
  local M = {}
  M.__index = M
  function M.new() return setmetatable({}, M) end
  local object = M.new()
  print(object)
end

do
  local M = {}
  function M.run() return M.run() end
  for k, v in pairs(M) do print(k, v) end
end

do
  local M = {}
  local run = function() return M.run() end
  M.run = run
  print(run)
end

do
  local M = {}
  function M.run() return M.step() end
  register(function() return M end)
end

do
  local M = {}
  local other = {}
  function M.run() return other.step() end
  function other.step() return M.run() end
  other.M = M
  register(other)
end

do
  local M = {}
  function M.run() return M.run() end
  unknown(M.run)
end

do
  local M = {}
  M.sub = registered
  function M.sub.run() return M.sub.run() end
end

do
  local M = {}
  function M.run() return M.run() end
  if false then print(M) end
end

do
  local _M = {}
  function _M.run() return _M.run() end
end

do
  local _ENV = {}
  function run() return run() end
end

local function make()
  local M = {}
  function M.run() return M.step() end
  return M
end
return make
