-- Errors that a call drops, and most others do not.

local function write(path, text)
  local file, message = io.open(path, "w")
  if not file then return nil, message end
  file:write(text)
  file:close()
  return true
end

if not write("a", "") then print("a") end
local ok, message = write("b", "")
if not ok then print(message) end
if not write("e", "") then print("e") end
do write("c", "") end -- want "the error of `write` is ignored: 3 of 4 other calls look at it" related=5
-- ^^^^^
local again, why = write("d", "") -- want "the error of `write` is ignored: 3 of 4 other calls look at it" related=5
--                 ^^^^^

local M = {}
function M.check(x)
  if x == "" then
    return false, "empty"
  elseif not tonumber(x) then
    return false, ("no number: %s"):format(x)
  end
  return tonumber(x)
end
function M.all(a, b, c)
  local one, fault = M.check(a)
  if not one then return nil, fault end
  M.check(b) -- want "the error of `M.check` is ignored: 2 of 2 other calls look at it" related=23,25
--  ^^^^^
  assert(M.check(c), "c")
  return M.check(a)
end
again, why = nil, nil
return M

