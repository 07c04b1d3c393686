local s = [[ a
 b[c[[1]] ]
print(s)
