const
(a)()
