local x <const> = 1
print(x)
