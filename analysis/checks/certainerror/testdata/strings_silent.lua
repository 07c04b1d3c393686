-- Strings may be given more.

getmetatable("").__call = print
getmetatable("").__newindex = print

local function tested(x)
  ("x")()
  ("x").y = 1
  return "x" < 1, {} .. "x"
end
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
return tested
