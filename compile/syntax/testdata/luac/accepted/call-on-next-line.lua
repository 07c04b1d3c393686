f
(g)
