local f = x -> x + 1, |x, y| -> x, || -> 1, |...| -> ..., x -> do return x end
