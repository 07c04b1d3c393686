local f = (a,
b) -> 1
