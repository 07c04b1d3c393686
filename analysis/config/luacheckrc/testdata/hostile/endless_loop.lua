-- want 0 runs for more than 1s
while true do end
