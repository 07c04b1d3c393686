// Package proof checks that an edit leaves a program the same: one simultaneous walk
// over the code before and after it, from the entries of all functions, must find the
// same instructions in the same order, working on the same values.
//
// It is the last word on every fix, and independent of those who propose them: it reads the
// code, its graph, the records of local variables and the table of cells, but no liveness, no
// definitions and uses of package flow, and nothing of those that stand on flow: no constants,
// names, tables or marking. What it must know it finds out itself, with a table of its own (table.go) that is smaller than
// theirs. A test of the command's package holds that.
//
// # What is compared
//
// Opcodes; constants by type and bits; the number of parameters and whether there is
// `...`; how many arguments there are, and whether the last is open; which edge
// leads where; the values of all operands; which variable every GETUPVAL and SETUPVAL
// accesses, and which ones end at a jump; when a closure is a new one, where those of
// Lua 5.2 or 5.3 may be compared (closure.go); and the order of all that calls, may
// raise, or reads or writes a variable of another function or a table.
//
// # What is not
//
// The numbers of registers, constants, upvalues, functions and pcs; lines and the
// names of variables; jumps, and which arm falls through; how values get from one
// register to another, and whether a constant is loaded first; results of calls and
// of `...` that nobody uses; size hints; functions of which no closure is needed; of
// what nobody needs, that which table.go says may be missing, calls of a few standard
// functions on arguments of the right types among it (library.go); and values of fields
// that are stored to again before anybody has seen the table (private.go).
//
// All this holds in every dialect that the programs may be written in: where there are
// no integers a product may be infinite, and a difference of such no key of a table.
//
// # How
//
// First, each program by itself is cut down to what is needed (need.go, keep.go, control.go):
// its nodes are the instructions that have an effect by the table, those that give a
// value which a node works on, and the tests that decide between nodes. From each
// edge of a node, then, exactly one node comes next, or none ever.
//
// Then both are walked in step (pair.go): that pairs the nodes, functions and
// variables one to one.
//
// Last, values are compared (value.go). Registers of both programs that hold the
// same value, for certain, have the same number; along every edge the numbers follow
// the copies, a pair of nodes gives what it defines a new number on both sides, and
// where ways meet two registers keep the same number only if they had the same on
// each way. So an operand has the same number on both sides if the same definitions
// reach it along the same paths. The first answer is the most hopeful one, and is
// corrected until it stands, as loops need (value numbering by partitions: Alpern,
// Wegman and Zadeck, "Detecting equality of variables in programs", 1988; the use
// of it to compare two programs: Necula, "Translation validation for an optimizing
// compiler", 2000).
//
// # Why that is enough
//
// An example, before and after an edit that deletes a line:
//
//	local function area(w, h)            local function area(w, h)
//	  local unit = "cm"
//	  if w < 0 then error("no") end        if w < 0 then error("no") end
//	  return w * h                         return w * h
//	end                                  end
//
// Nothing needs `unit`, and to load a constant has no effect: the load is no node. The nodes are
// the comparison, which may run a metamethod, the read of `error`, the call, the product and
// the return; those of the same line are pairs, and their operands have the same numbers, since
// parameters have.
//
// Say both programs run beside each other. Then they come to pairs of nodes in the same order:
//
//   - At the entry of main they have the same arguments, and the next nodes are a pair.
//   - If they are at a pair, with the same values in all registers of one number, then the
//     operands are the same, so the operation does the same to the world, gives the same
//     value, takes the same way or raises the same error.
//   - On the way to the next nodes, which are a pair too, only instructions are passed that do
//     nothing anybody can see, end, and give values that the numbers follow.
//
// What one of them passes and the other lacks is what the edit took away. A finalizer, a hook of
// `debug` or a clock may tell that it is gone; for these nothing is claimed.
package proof
