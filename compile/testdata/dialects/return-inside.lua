do return end
return
print(1)
