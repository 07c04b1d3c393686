local x = 1local y = 2
