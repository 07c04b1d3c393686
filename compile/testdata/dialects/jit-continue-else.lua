while a do if b then continue else continue end end
