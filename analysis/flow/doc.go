// Package flow computes what the registers of one function hold: liveness, reaching
// definitions, the chains between definitions and uses, the dependences among them, and which
// variables closures share.
//
//	Inputs, Body, Program                 body.go, program.go: data; copy.go
//	NewBody, New                          new.go: what puts the facts together
//	Set, Row, Lists                       bitset.go, lists.go
//	Operands                              operands.go, collect.go
//	LiveAt, LiveAfter, LiveFrom           liveness.go, solver.go, scan.go
//	Reaching, Chains, UsesOf              reaching.go, chains.go, search.go
//	Refs, Dependences                     ref.go on event.go and events.go; exposed.go, dependence.go
//	Walk, WalkRegister                    forward.go
//	Overwrites, Why                       overwrites.go, why.go: both are walks
//	Feasible, SolveStops                  feasible.go, stops.go: less is executed than the graph says
//	CellTable                             cells.go, capture.go: which variable an upvalue is
//	what closures read and write          observed.go, closures.go, bypath.go
//	Variable                              locals.go: which variable is in a register
//	CheckGraph, TooLarge                  graph.go, edges.go, large.go
//	FileFacts, FileDependences            facts.go, dependence_facts.go, dependence_picture.go
//	Memory, Scratch                       memory.go, scratch.go
//
// All of it works on prototypes alone. The facts of one function are its Body, which NewBody
// computes from its Inputs: the code, and how the functions inside it access what they capture.
// They depend on no lines, no names, and not on where the function stands, so that functions with
// equal Inputs, of one chunk or of several versions of it, may share a Body (Bodies, Body.Copy).
// A Program is the tree of functions of one chunk, each a Func: its Body, and where it stands.
// Which variables the functions share (CellTable) is a fact of the Program.
//
// What calls do, which values are constants and which code is executed at all is not known here;
// whoever knows tells it (Feasible, SolveStops). Nothing changes what New has returned, and any
// number of goroutines may ask. What few ask for is found for each question (Chains, Dependences,
// Reaching in functions that share nothing); dominators and control dependence, which package cfg finds,
// whoever keeps the facts of a Program keeps as well.
//
// # Dependences and walks
//
// Dependences, their pictures and Why are here, and not in packages depend and witness, since they
// are about the registers of one function, by its code alone: depend knows of values, over all
// functions, and of no output, anti or input dependence. Forward from a point
// goes one walk: Walk, which has its caller look at each block once, and in whose terms WalkRegister
// is about the value of one register: that looks at a block once for each way to come there, after a
// closure may have captured the register or before, since only after that may calls read it. What
// overwrites a value, why it is live, which uses it has, and which closures overwrite it (package consts)
// are visitors of it, and differ in what they note and where a path ends for them. Backward goes one
// search, for the definitions of a use (Reaching): from the end of a block to its start, over the events of
// one register in place of all instructions, and from what is defined on an edge it comes over that edge
// alone. The solver goes over all registers at once, to a fixpoint.
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
// The collector runs finalizers after the definitions of an instruction that
// allocates, other code runs before them (package effect). Whether a closure
// is ever called is not asked.
package flow
