// Package dataflow computes facts about what values registers hold: liveness,
// reaching definitions, the chains between definitions and uses, the cells of
// captured variables, which values are constants, which tables stay in the program,
// what is executed and what of it is of any use, and for each fact the reason.
//
// Of one function:
//
//	Set, LiveAt, LiveAfter         liveness.go, solver.go, scan.go
//	Reaching, Chains, UsesOf       reaching.go, chains.go, demand.go
//	exposed uses, dependences      exposed.go, dependence.go
//	SSA                            ssa.go, phi.go, rename.go, observe.go
//	Overwrites, Why                walk.go, why.go
//
// Of all functions of a program together, each resting on those before it:
//
//	CellTable                      cells.go: which variable an upvalue is
//	Names                          names.go, assign.go: standard names
//	Objects                        objects.go, escape.go: tables that do not escape
//	Constants                      constants.go, propagate.go, evaluate.go, impact.go
//	Marking                        marking.go, mark.go: what is live
//
// All of it works on prototypes alone: a Program is the tree of functions of one
// chunk, a Func one of them. Facts are computed when someone asks and kept;
// nothing ever changes them, and any number of goroutines may ask.
//
// # Definitions
//
// A definition is a pair of a pc and a register. The definitions at Entry are the
// values that registers have when the function begins: parameters, and nothing of
// interest in the others. pcs count from 0; "at pc" as a point of the program
// means before the instruction at pc.
//
// # Captured variables
//
// From the CLOSURE that captures a register on, the register is a cell that other
// code shares, until a JMP closes it or the function is left: only then does the
// next variable in that register, or the next iteration's, have a cell of its own.
// In between:
//
//   - whatever may run other code, raise an error or leave the function may read
//     the cell, if the closure, or one made inside it, reads it in code that can be
//     reached;
//   - so may the closing, since the closure keeps the cell;
//   - whatever may run other code may write it, if one of them writes it. Such a
//     write kills nothing.
//
// The collector runs finalizers behind the definitions of an instruction that
// allocates, other code runs in front of them (package effect). Whether a closure
// is ever called is not asked.
package dataflow
