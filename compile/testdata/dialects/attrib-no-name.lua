local x <
1> = 1
