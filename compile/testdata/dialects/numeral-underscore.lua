print(0x1_0, 1_000)
