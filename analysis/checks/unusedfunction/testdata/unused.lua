-- Functions that nothing can call.

do
  local function f() -- want "^local function `f` is never used$"
--               ^
--~~~~~~~~~~~~~~~~
    return 1
  end
end

do
  local f = function() return 1 end -- want "^local function `f` is never used$"
--      ^
--~~~~~~~
end

do
  local a, f = 1, function() end -- want "^local function `f` is never used$"
--         ^
  print(a)
end

do
  local function loop(n) -- want "^local function `loop` is only used by itself$"
--               ^^^^
--~~~~~~~~~~~~~~~~~~~
    if n > 0 then return loop(n - 1) end
  end
end

do -- a ring
  local even
  local function odd(n) -- want "^local function `odd` is only used by `even`, which is unused too$" related=32
--               ^^^
--~~~~~~~~~~~~~~~~~~
    return n ~= 0 and even(n - 1)
  end
  function even(n) -- want "^local function `even` is only used by `odd`, which is unused too$" related=33
--         ^^^^
--~~~~~~~~~~~~~
    return n == 0 or odd(n - 1)
  end
end

do -- a chain
  local function inner() end -- want "`inner` is only used by `outer`, which is unused too$" related=49
--               ^^^^^
--~~~~~~~~~~~~~~~~~~~~
  local function outer() inner() end -- want "`outer` is never used$"
--               ^^^^^
--~~~~~~~~~~~~~~~~~~~~
end

do -- two users, one of them itself
  local function f(n) f(n) end -- want "`f` is only used by itself and `g`, which is unused too$" related=58
--               ^
--~~~~~~~~~~~~~~~~
  local function g() f(1) end -- want "`g` is never used$"
--               ^
--~~~~~~~~~~~~~~~~
end

do -- through a function without a name
  local function f() -- want "`f` is only used by itself$"
--               ^
--~~~~~~~~~~~~~~~~
    return function() return f() end
  end
end

do -- declared first
  local f
  f = function(n) -- want "`f` is only used by itself$"
--^
    return f(n)
  end
end

do -- declared first, and never called
  local f
  function f() end -- want "`f` is never used$"
--         ^
--~~~~~~~~~~
end

do -- the function inside dies with the one around it, and is not named again
  local function outer() -- want "`outer` is never used$"
--               ^^^^^
--~~~~~~~~~~~~~~~~~~~~
    local function inner() end
    inner()
  end
end

do -- one that nothing inside uses either
  local function outer()
    local function inner() inner() end -- want "`inner` is only used by itself$"
--                 ^^^^^
--  ~~~~~~~~~~~~~~~~~~~~
  end
  outer()
end

do -- many users
  local function f() end -- want "`f` is only used by `a`, `b`, `c` and 1 more, which are unused too$" related=108,111,114,117
--               ^
--~~~~~~~~~~~~~~~~
  local function a() f() end -- want "`a` is never used$"
--               ^
--~~~~~~~~~~~~~~~~
  local function b() f() end -- want "`b` is never used$"
--               ^
--~~~~~~~~~~~~~~~~
  local function c() f() end -- want "`c` is never used$"
--               ^
--~~~~~~~~~~~~~~~~
  local function d() f() end -- want "`d` is never used$"
--               ^
--~~~~~~~~~~~~~~~~
end
