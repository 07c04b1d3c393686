const a, a
= 1
