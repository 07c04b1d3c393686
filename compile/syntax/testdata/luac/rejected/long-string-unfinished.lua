
x = [==[abc
]=]
