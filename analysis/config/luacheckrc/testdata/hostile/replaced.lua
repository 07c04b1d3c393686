-- want 2 a string of more than 1048576 bytes
x = ("x"):rep(10000):gsub(".", ("y"):rep(1000))
