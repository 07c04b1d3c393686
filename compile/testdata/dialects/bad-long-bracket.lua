local x = [=a]
