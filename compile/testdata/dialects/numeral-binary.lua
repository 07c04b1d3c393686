print(0b101, 0B11)
