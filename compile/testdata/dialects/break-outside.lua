local function f()
  if x then
    break
  end
  local y = 1

end
f()
