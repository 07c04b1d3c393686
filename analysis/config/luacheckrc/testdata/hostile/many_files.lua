-- want 2 more than 64 files
for i = 1, 1000 do local f, why = loadfile("f" .. i) if why:find("more") then error(why) end end
