print(2i, 1.5I)
