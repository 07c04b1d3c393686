-- want 2 (a configuration has no "debug")
debug.getregistry()
