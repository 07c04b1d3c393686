local _ENV = {}
x = 1
