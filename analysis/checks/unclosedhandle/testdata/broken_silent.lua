-- The text that is not understood may close it.

local function read(path)
  local file = io.open(path)
  file:close(
  return 1
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
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
-- what follows is there to make the file longer than the texts of other tests are
