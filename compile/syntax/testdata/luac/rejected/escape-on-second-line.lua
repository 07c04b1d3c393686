x = "a\
\q"