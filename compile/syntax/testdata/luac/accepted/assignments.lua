a = 1 a, b = b, a a.b.c, a[1], (f()).x, ("s").y = 1
