return - - - - not not ~ ~ # # x
