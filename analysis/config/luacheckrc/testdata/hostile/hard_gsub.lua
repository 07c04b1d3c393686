-- want 2 pattern takes too long to match
x = ("a"):rep(100000):gsub(("a*"):rep(30) .. "b", "")
