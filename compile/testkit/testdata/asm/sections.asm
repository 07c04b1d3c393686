; The sections of a printed listing may stand in a handwritten one.
LOADK 0 -1 ; 0.1
LOADK 0 -2 ; "x"
RETURN 0 1
constants (2) for 0:
	1	0.1
	2	"x"
locals (2) for 0:
	0	x	1	4
	1	(for state)	2	3
upvalues (1) for 0:
	0	-	0	7
