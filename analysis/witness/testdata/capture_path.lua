local f, g = ...
local a
if f() then
  a = 1
--^
--| the value assigned to `a` is never read: its scope ends
--|   line 28 "": the scope of `a` ends here
--| the function at line 11 captures `a`: a call may read it
--|   line 11 "a": read by the function at line 11
else
  f(function() return a end)
end
local b
if f() then
  b = 1
--^
--| the value assigned to `b` may be read by a function that captures it
--|   line 27 "function()": a function that captures `b` is created here
--|   line 27 "g(function() return b end)": other code may run here, and call it
--|   line 27 "b": read here
--| 2 functions capture `b`: a call may read it
--|   line 25 "b": read by the function at line 25
--|   line 27 "b": read by the function at line 27
else
  f(function() return b end)
end
g(function() return b end)
