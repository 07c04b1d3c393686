-- want 2 (a configuration has no "io")
io.open("/etc/passwd")
