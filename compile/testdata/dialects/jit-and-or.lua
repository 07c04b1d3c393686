local a = b && c || !d
