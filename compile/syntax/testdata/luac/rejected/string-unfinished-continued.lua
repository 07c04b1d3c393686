x = "ab\
c
