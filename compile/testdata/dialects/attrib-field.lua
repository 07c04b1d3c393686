local x <const> = {}
x.y = 1
x[1], x.z = 2, 3
