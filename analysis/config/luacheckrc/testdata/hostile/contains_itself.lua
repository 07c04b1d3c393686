-- want 2 contains itself
files = {} files.a = files
