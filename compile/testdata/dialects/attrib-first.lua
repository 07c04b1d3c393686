local <const> x, y = 1, 2
