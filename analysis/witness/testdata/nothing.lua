-- Nothing is known of these places.

local x = 1 -- one
--                 ^
--| nothing is known of this place, nearest line 3 "x"
return x
   --  ^
--| the value of `x` comes only from line 3, and is always 1
--|   line 3 "x": set to 1 here
