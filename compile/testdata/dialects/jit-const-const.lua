const const, continue = 1
