This is a text in English, not a program.
It has two lines; the second is this one.
local really = true
