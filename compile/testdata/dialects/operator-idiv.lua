local x = 7
print(x
  // 2)
