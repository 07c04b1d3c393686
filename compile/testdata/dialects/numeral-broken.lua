print(1e, 0x, 1..2, 3x)
