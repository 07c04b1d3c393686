print("abc
def")
