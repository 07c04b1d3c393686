local a = b ? x -> c:d
() : e
