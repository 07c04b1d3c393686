const function
= 1
