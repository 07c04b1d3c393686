print("\d+\.lua\q")
