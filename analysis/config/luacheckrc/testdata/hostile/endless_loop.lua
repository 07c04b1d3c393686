-- want 2 takes more than 10 million steps
while true do end
