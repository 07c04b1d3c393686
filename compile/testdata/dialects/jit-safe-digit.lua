local a = b ?.5:c
