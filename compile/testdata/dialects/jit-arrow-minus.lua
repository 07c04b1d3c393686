local a = b - > c
