-- want 2 (a configuration has no "os.exit")
os.exit(0)
