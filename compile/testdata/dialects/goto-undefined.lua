local function f()
  if x then
    goto nowhere
  end
  return 1

end
f()
