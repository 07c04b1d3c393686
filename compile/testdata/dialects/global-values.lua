global a, b = 1, c
global <const> d, e
e = 1
