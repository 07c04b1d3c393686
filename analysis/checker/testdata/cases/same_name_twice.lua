-- The second one is what the name means.

local a, a = 1, 2 -- want "`a` is never used" unused-local
--    ^
return a
