local f = print
f
(1)
