-- Where values come from.
local limit = 10
local function use(a, ...)
  print(a)
  --    ^
--| the value of `a` comes only from line 3
--|   line 3 "a": passed by the caller
  if a then
    a = limit
    --  ^
--| the value of `limit` comes only from line 2, and is always 10
--|   line 2 "limit": set to 10 here
--| the function at line 3 captures `limit`: a call may read it
--|   line 9 "limit": read by the function at line 3
  else
    a = ...
  end
  for i, v in ipairs(a) do
    print(i, v)
    --       ^
--| the value of `v` comes only from line 18
--|   line 18 "v": set by the loop
  end
  local n
  print(n)
  --    ^
--| the value of `n` comes only from line 24, and is always nil
--|   line 24 "n": declared without a value here, so it is nil
  return a
  --     ^
--| the value of `a` comes from one of 2 places
--|   line 9 "a": assigned here
--|   line 16 "a": assigned here
end
function use.method() return self end
--                           ^
--| `self` is a global variable, which any code may write
global = use
print(global)
--    ^
--| `global` is a global variable, which any code may write
--|   line 38 "global": may have been assigned here
local last = limit + 1
print(last)
--    ^
--| the value of `last` comes only from line 43, and is always 11
--|   line 43 "last": set to 11 here
--|   line 2 "limit": set to 10 here
local t = setmetatable({}, {})
function t:get() return self end
--                      ^
--| the value of `self` comes only from line 50
--|   line 50 "function t:get()": the implicit parameter `self`

print(error)
--    ^
--| `error` is the standard one: nothing in the file assigns it
return t
