-- want 0 table
error({})
