const a = 1
for b, a
in c do end
