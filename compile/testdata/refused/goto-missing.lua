goto nowhere

x = 1