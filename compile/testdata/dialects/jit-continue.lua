for i = 1, 2 do if a then continue end end while a do continue end repeat continue until a
