; What needs a second word, in both forms, and numbers that look like constants.
.constant false
LOADKX 0
EXTRAARG -1 ; false
NEWTABLE 1 0 0
SETLIST 1 1 0 ; 33518
SETLIST 1 1 0
EXTRAARG -513
SETLIST 1 1 511
SETLIST 1 1 -256 ; 511
CALL 1 2 1
RETURN 0 1
