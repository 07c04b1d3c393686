-- The text that is not understood may assign the function.

local function f(a) return a end
f(1, 2)
local c = =
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
