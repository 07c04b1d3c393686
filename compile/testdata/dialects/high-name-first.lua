local été = 1
