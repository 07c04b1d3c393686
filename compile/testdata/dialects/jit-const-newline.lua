const
a
= 1
