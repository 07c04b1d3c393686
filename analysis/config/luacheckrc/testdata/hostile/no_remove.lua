-- want 2 (a configuration has no "os.remove")
os.remove(".luacheckrc")
