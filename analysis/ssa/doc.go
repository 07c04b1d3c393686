// Package ssa numbers the values of the registers of a function: static single assignment
// form. The Form of a function rests on its flow.Body alone, whichever program it stands in; Forms is
// those of all functions of a program, and which of their values are in the cells that
// the functions share.
//
//	Form                         form.go, copy.go
//	DownwardExposed, Constant    downward.go, operand.go: what the form alone tells
//	NewForm                      build.go, and its steps phi.go, number.go, walk.go, note.go, users.go
//	Forms                        forms.go; observed.go: which values closures may see in a cell
//
// For example, with R0 for the parameter c and R1 for x:
//
//	function f(c)                               block    reads    makes
//	  local x = 1             0  LOADK 1 -1     b0                v1
//	  if c then               1  TEST 0 0                v0
//	                          2  JMP 0 1
//	    x = 2                 3  LOADK 1 -2     b1                v2
//	  end                                       b2                v3 = phi(v1, v2)
//	  return x                4  RETURN 1 2              v3
//
// v0 is what c is at the entry, v1 and v2 are the two definitions of x by pc, and v3 joins
// them. c needs no phi: it has one definition. Nor would x if nothing read it after `end`: the
// form is pruned.
//
// Of a Body a form needs liveness, and what closures may read and write.
package ssa
