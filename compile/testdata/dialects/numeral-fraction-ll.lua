print(1.5LL)
