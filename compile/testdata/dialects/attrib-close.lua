local a, x <close>, y <const> = 1, nil
return a, x, y
