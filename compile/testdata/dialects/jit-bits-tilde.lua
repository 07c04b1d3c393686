local a = b
~> c
