-- Nothing is useless in a file that is not understood, and syntax errors are shown
-- whatever comments say.

local function f()
  local a = -- luaflow: ignore dead-store
  end -- want "unexpected symbol"
--^^^
-- luaflow: ignore syntax-error
return f
