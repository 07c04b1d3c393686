local a = b ? c ? 1 : 2 : 3
