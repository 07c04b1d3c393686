-- want 2 pattern takes too long
for _ = 1, 1e6 do x = ("("):rep(100000):find("%b()") end
