-- Text that is not understood.
local function f(a)
  local x = a
  --    ^
--| the code does not stand for the text, which has errors: any read of `x` may see the value
--|   line 8 "x": may be read here
  x = = 2
  return x
  --     ^
--| the value of `x` comes from one of 2 places
--|   line 3 "x": may have been stored here
--|   line 7 "x": may have been stored here
end
local y = 1
--    ^
--| the value stored in `y` is never read: overwritten at line 18
--|   line 18 "y": overwritten here
y = 2
return y
--     ^
--| the value of `y` comes from line 18 alone
--|   line 18 "y": stored here
