local f = x -> do end + 1
