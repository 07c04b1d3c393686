// Package refactor changes how a program is written, at a selection, and not what it does: what liveness
// and data flow make exact.
//
//	inline.go    a variable by its value
//	move.go      a declaration to the first use, into the assignment or the inner block that it is in
//	split.go     a variable into those of its values that never meet
//	extract.go   a selection into a function: extractflow.go says what goes in and comes out
//
// A refactoring is planned from the tree and the facts, or refused with a reason (At), which compiles nothing, so
// that an editor can show a menu at once. What is planned is proved when somebody wants it (Change.Prove,
// prove.go), as fixes are: the text with the edits is compiled, its names must mean what they meant, and
// package proof must find both programs the same; of a new function, the text with its body in the place of
// the call. So no rule of a plan has to be right for a change
// to be right. What will probably not stand the proof is known without it (Change.IsDoubtful, doubt.go), so that a menu
// does not promise it. A reason is a fact of the text, or says that no proof was found.
//
// It is beside package fix and not in it: a fix mends a finding, is one of many that are made
// together, and only deletes or lets something happen earlier, which its pairing of names and trees rests
// on. A refactoring is made alone, and moves text.
package refactor
