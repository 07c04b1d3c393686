-- want 2 is bytecode
assert(loadstring("\27Lua\81\0\1\4\8\4\8\0"))()
