local a, b = 1, 2
print(a & b)
print(a | b, a ~ b, ~a, a << b, a >> b)
