-- All values of the calls are used.

local function f(g)
  local ok, err = pcall(g)
  if not ok then return err end
  ok, err = pcall(g)
  return ok, err
end
