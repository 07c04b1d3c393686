while a do
continue
b()
end
