local x <const>, y <close> = 1, nil
print(x)
x
  = 2
