-- Parameters that nothing refers to.

local function trailing(a, b) -- want "^parameter `b` is never used$" imposed
--                         ^
  return a
end

local function before(a, b) -- want "^parameter `a` is never used, though `b` after it is$" imposed
--                    ^
  return b
end

local function all(a, b) -- want "`a` is never used$" imposed "`b` is never used$" imposed
--                 ^  ^
end

local function vararg(a, ...) -- want "^`...` is never used$" imposed
--                       ^^^
  return a
end

local function only_inside(...) -- want "^`...` is never used$" imposed
--                         ^^^
  return function(...) return ... end
end

function M:method(event) -- want "`event` is never used$" imposed
--                ^^^^^
  return 1
end

object.callback = function(sender, event) -- want "`sender` is never used, though `event` after it is$" imposed
--                         ^^^^^^
  return event
end

local function twice(a, a) -- want "`a` is never used, though `a` after it is$" imposed
--                   ^
  return a
end

local function shadowed(x) -- want "`x` is never used$" imposed
--                      ^
  local x = 1
  return x
end
