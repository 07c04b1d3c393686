local a = b || || -> c
