local x = 3 local y = 0xA local z = 1
