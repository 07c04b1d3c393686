print(1 < 2 == true, "a" .. 1 .. 2 ^ -3, not nil == #"x", - - 2)
