; Every directive, lines that carry on, children in children.
.source @hand written.lua
.params 1+
.slots 12
.constant "a \"b\" ; c"
.constant 2.0
.constant -7
.constant nil
.constant true
.constant inf
.upvalue _ENV 1 0
.upvalue captured 0 3
.local parameter 1 8
.local (for index) 3 4

1 [3]	GETTABUP 1 0 -1 ; _ENV "a \"b\" ; c"
2 SELF 1 1 -1 ; "a \"b\" ; c"
[5] ADD 3 -2 0 ; 2.0 -
EQ 1 -3 -4 ; -7 nil
JMP 0 -2
[-] CLOSURE 3 0 ; anything
[7] SETUPVAL 3 1
RETURN 0 1

.function 6 6
  .params 2
  [6] GETUPVAL 0 0
  RETURN 0 2
  RETURN 0 1
  .upvalue captured 0 1
  .function
    RETURN 0 1
  .end
.end
.function 8 9
  VARARG 0 0
  RETURN 0 0
  RETURN 0 1
.end
