local s = [=[ a [=[ [[ ]=]
