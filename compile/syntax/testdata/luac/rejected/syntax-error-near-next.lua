x
y = 1