-- want 2 (a configuration has no "io")
x = io.popen("id"):read("*a")
