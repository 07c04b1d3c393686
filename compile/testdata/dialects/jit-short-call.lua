local f = (x -> x)(1)
