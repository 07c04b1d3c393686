const a = 1
for a
= 1, 2 do end
