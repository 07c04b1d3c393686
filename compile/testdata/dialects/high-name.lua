local größe = 1
print(größe)
