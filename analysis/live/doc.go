// Package live finds out what an execution needs: elimination by marking. Live is what has an
// impact or is returned, what that needs, and the branches that decide whether it is executed
// (Cytron, Ferrante, Rosen, Wegman and Zadeck, TOPLAS 13.4, 1991, section 7.1), over all
// functions of a program at once. What is left is dead: cycles, chains and rings of functions as
// well, which the liveness of registers cannot see.
//
// It starts in main from the instructions that are executed and have an impact above
// a level, from the RETURNs, and from the back edges of all loops but those whose
// end is certain. What is live makes live:
//
//   - the values that it reads, and the instruction or phi that makes each;
//   - if it may read a cell, what is written into the cell and closures may see;
//   - if it may read a field of an object, what is written to that;
//   - the branches that it is control dependent on; a phi those that decide over
//     which edge control comes;
//   - if it makes a closure, what of the function has an impact, and so on.
//
// Each instruction, value, cell, slot and function becomes live once, so that the work lists
// run empty. What is live is the least set of which all that holds, whatever the order: the lattice is
// that of sets, and what follows from something live follows from more as well. In
//
//	local n, m = 0, 0
//	for _, v in ipairs(list) do
//	  n = n + 1
//	  if v > m then m = v end
//	end
//	return m
//
// the RETURN is live, by it the phi of m at the loop's head, both its arguments, the `if` that decides
// between them, what that compares, and the loop that gives v. n needs only itself: dead, though
// each of its stores is read by the next one, so that it is live as a register.
//
// What needs what is defined in package depend. Webs ask it node by node. A marking asks it for what is
// read through upvalues, in shared registers and in fields, for closures, and for what writes cells
// and slots. Three steps it takes on its own sets, as it skips some edges of each and nearly all
// parts of a program are live: from an instruction to its operands and what makes these
// (instructions), from a phi to its arguments, without edges that control never takes (phi), and
// from a block to what decides about it, which branches of other blocks tell without trees
// (mark_control.go). To step over the operands as nodes of the relation makes a marking of 41 files
// cost 10.4 million instructions in place of 7.7.
//
// What is dead falls into webs: what hangs together because one is there for the sake of the
// other.
package live
