local const x = 1
