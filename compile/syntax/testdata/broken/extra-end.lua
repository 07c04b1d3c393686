function first(a)
  if a then
    print(a)
  end
  end
  return a
end
function second() end
