-- want 2 
error()
