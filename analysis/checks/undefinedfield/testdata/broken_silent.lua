-- A file with an error: what is missing may set the field.

local size = { width = 132, heigth = 24 }

local function area()
  return size.width * size.height
end

print(area())
size. = 3
