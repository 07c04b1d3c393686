-- want 2 is outside of the project
dofile("/etc/passwd")
