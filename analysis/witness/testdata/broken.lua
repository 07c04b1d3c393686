-- Text that is not understood.
local function f(a)
  local x = a
  --    ^
--| the text has syntax errors: any read of `x` may see the value
--|   line 8 "x": may be read here
  x = = 2
  return x
  --     ^
--| the value of `x` comes from one of 2 places
--|   line 3 "x": may have been assigned here
--|   line 7 "x": may have been assigned here
end
local y = 1
--    ^
--| the value assigned to `y` is never read: overwritten at line 18
--|   line 18 "y": overwritten here
y = 2
return y
--     ^
--| the value of `y` comes only from line 18
--|   line 18 "y": assigned here
