const = 1 const.a = const const()
