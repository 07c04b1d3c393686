-- Names that are taken again where they can be seen.

local a = 1
local a = 2 -- want "^`a` hides the local variable declared at line 3$" 411 related=3
--    ^

local function f(a, b) -- want "hides the local variable declared at line 4" 431 related=4
--               ^
  local b = b -- want "hides the parameter declared at line 7" 412 related=7
--      ^
  for a = 1, b do -- want "hides the parameter declared at line 7" 422 related=7
--    ^
    local a = a -- want "hides the loop variable declared at line 11" 413 related=11
--        ^
    do
      local a = a -- want "hides the local variable declared at line 13" 421 related=13
--          ^
    end
    while a do local b end -- want "hides the local variable declared at line 9" 421 related=9
--                   ^
  end
  for k in pairs {} do
    if k then local k = 1 end -- want "hides the loop variable declared at line 22" 423 related=22
--                  ^
    return function(k, k) end -- want "hides the loop variable" 433 related=22 "hides the parameter declared at line 25" 412 related=25
--                  ^  ^
  end
  return function() local f = b return f end -- want "hides the local function declared at line 7" 431 related=7
--                        ^
end

local x, x = 1, 2 -- want "hides the local variable declared at line 32" 411 related=32
--       ^

function t:m()
  local self = {} -- want "hides the parameter declared at line 35" 412 related=35
--      ^^^^
  return function(self) return self end -- want "hides the local variable declared at line 36" 431 related=36
--                ^^^^
end

function t.a.b()
  local function b() -- no: the name of a field is no variable
    return b
  end
end

repeat
  local done = f()
until (function(done) return done end)(done) -- want "hides the local variable declared at line 49" 431 related=49
--              ^^^^
