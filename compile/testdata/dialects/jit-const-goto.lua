const goto
= 1
