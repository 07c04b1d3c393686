-- want 2 pattern takes too long to match
x = ("a"):rep(100000):find((".-"):rep(30) .. "b")
