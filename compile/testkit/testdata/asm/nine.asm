; A program without any header: constants come from the comments.
LOADK    0 -1    ; 3
LOADK    1 -2    ; 5
LOADK    1 -3    ; 7
EQ       0 0 1
JMP      0 2     ; to 8
LOADK    2 -3    ; 7
JMP      0 1     ; to 9
LOADK    2 -4    ; 9
RETURN   0 1     ; a remark, since luac prints none here
