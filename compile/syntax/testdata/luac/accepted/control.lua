if a then elseif b then else end while a do break end repeat local x until x for i = 1, 2 do end for i = 1, 2, 3 do end for k, v in pairs(t) do end do end
