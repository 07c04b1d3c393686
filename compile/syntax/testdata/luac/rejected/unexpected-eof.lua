local x =

