local f = |a|
1
