local a const a = 1
