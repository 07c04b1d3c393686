-- want 2 registry overflow
x = { unpack({}, 1, 1e8) }
