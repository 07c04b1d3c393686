-- want 2 pattern takes too long to match
for _ in ("a"):rep(100000):gmatch(("a*"):rep(30) .. "b") do end
