-- want 2 a string of more than 1048576 bytes
x = ("x"):rep(1000000):gsub("(.*)", "%1%1%1%1%1%1%1%1")
