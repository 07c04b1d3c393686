-- want 2 (a configuration has no "os.execute")
os.execute("id")
