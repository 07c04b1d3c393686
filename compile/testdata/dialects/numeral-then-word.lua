if 1then print(2)end
