local continue = 1 continue = continue + continue.a continue()
