-- want 4 sets more than 4 MB of options
local long, t = ("x"):rep(1000000), {}
for i = 1, 100 do t[i] = long end
globals = t
