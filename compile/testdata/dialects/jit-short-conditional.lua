local a = b ? x -> c : d
