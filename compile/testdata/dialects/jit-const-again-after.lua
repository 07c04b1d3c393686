do const a = 1 end local a
