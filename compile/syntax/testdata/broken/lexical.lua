a = "not finished
b = "bad \q escape" .. x
c = 3..4 + y
d = [==not a bracket
e = @ # $
f = 'fine'
g = [[not finished
