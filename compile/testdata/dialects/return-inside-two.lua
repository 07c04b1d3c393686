local function f()
  return 1
  local x
end
