print(10LL, 0xFFull, 5ULL, 7llu)
