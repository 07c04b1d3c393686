-- want 2 (a .luacheckrc is read as Lua 5.1)
x = 7 // 2
