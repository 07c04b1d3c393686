-- Filled only inside a closure, and counted only in a callback.

local function by_local_function(x)
  local t = {} -- want "^table `t` is filled at line 7, and never read$" write-only-table 241 related=7
  --    ^
  --    ~~~~~~
  local function put(v) t[#t + 1] = v end
  --                    ~~~~~~~~~~~~~
  put(x)
  put(1)
end

local function by_callback(on)
  local t = {} -- want "^table `t` is filled at line 17, and never read, but may be there to keep its contents alive$" write-only-table 241 hint related=17
  --    ^
  --    ~~~~~~
  on("item", function(v) t[#t + 1] = v end)
  --                     ~~~~~~~~~~~~~
end

local function stored(on)
  local n = 0 -- want "^local `n` is never read, only assigned at line 24$" never-read 231 related=24
  --    ^
  on("item", function(v) n = v end)
end

local function counted(on)
  local n = 0 -- want "^`n` is only used to update itself$" dead-cycle related=31
  --    ^
  --    ~~~~~
  on("item", function() n = n + 1 end)
  --                    ~~~~~~~~~
end

local function read_elsewhere(on)
  local t, n = {}, 0
  on("item", function(v) n = n + 1 t[n] = v end)
  on("end", function() print(n, t[1]) end)
end

return by_local_function, by_callback, stored, counted, read_elsewhere
