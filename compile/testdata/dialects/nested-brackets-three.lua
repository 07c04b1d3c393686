local s = [[[a]]
