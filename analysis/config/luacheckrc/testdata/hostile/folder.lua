-- want 2 is not a file
dofile(".")
