local a
function f()
  if a then
    break
  end
end
