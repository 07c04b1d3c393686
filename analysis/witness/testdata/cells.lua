-- Variables that functions share.
local count, name = 0, "x"
--    ^
--| the value assigned to `count` is never read: overwritten at line 24
--|   line 24 "count": overwritten here
--| the function at line 9 captures `count`: a call may read or change it
--|   line 10 "count": written by the function at line 9
--|   line 10 "count": read by the function at line 9
local function add(n)
  count = count + n
--^
--| nothing needs the value assigned to `count`: it is only used to update `count`, unless a metamethod or an error depends on it
--|   line 10 "count": used here only to update `count`
--| the function at line 9 captures `count`: a call may read or change it
--|   line 10 "count": written by the function at line 9
--|   line 10 "count": read by the function at line 9
  return name
  --     ^
--| the value of `name` comes only from line 2, and is always `"x"`
--|   line 2 "name": set to `"x"` here
--| the function at line 9 captures `name`: a call may read it
--|   line 17 "name": read by the function at line 9
end
count = 5
--^
--| nothing needs the value assigned to `count`: it is only used to update `count`, unless a metamethod or an error depends on it
--|   line 10 "count": used here only to update `count`
--| the function at line 9 captures `count`: a call may read or change it
--|   line 10 "count": written by the function at line 9
--|   line 10 "count": read by the function at line 9
print(add(1))
count = 6
--^
--| nothing needs the value assigned to `count`: it is only used to update `count`, unless a metamethod or an error depends on it
--|   line 10 "count": used here only to update `count`
--| the function at line 9 captures `count`: a call may read or change it
--|   line 10 "count": written by the function at line 9
--|   line 10 "count": read by the function at line 9
local f
do
  local inner = 1
  --    ^
--| the value assigned to `inner` is never read: overwritten at line 48
--|   line 48 "inner": overwritten here
--| the function at line 47 captures `inner`: a call may read it
--|   line 47 "inner": read by the function at line 47
  f = function() return inner end
  inner = 2
  --^
--| the value assigned to `inner` may be read by a function that captures it
--|   line 47 "function()": a function that captures `inner` is created here
--|   line 56 "": the scope ends here, and the function may be called later
--|   line 47 "inner": read here
--| the function at line 47 captures `inner`: a call may read it
--|   line 47 "inner": read by the function at line 47
end
return add, f
