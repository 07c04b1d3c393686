// Package tables finds the tables that a program makes and keeps to itself, which values may
// hold which of them, which instructions read and write which of their fields, and which of
// these writes are undone before anything reads them.
//
//	Objects, Touch        objects.go: what is known
//	New                   find.go
//	which tables escape   escape.go and escape_call.go, in steps of tracer.go, on unify.go
//	which slots there are slots.go, fieldkey.go
//	OverwrittenFields     overwrite.go, on fieldwrites.go and made.go
//
// It rests on package ssa and on package names. What escapes is strict: a table of which
// anything is claimed is in the hands of known code alone.
//
// For example:
//
//	local function f(u)
//	  local a, b = {}, {}   -- an object each
//	  local c = u and a or b -- joins them: from here on one object with two sites
//	  c.x = u               -- slot "x" of it is written; what is in it is not known
//	  local d = {}          -- no object:
//	  return c.x, d         -- the caller gets it
//	end
//
// The lattice is the partitions of the elements, the finer below the coarser, with one class for what is
// not known. The transfer function of an instruction joins the classes of its operands and of what it makes
// (escape.go has them all). Each join leaves one class less, so that it ends; the order makes no difference
// to the result, which is the least partition that fulfils all constraints, and one pass over the code finds
// it. A table escapes if its class is the unknown one at the end. OverwrittenFields is another problem: for
// each write a search over the blocks of one function, each block once, up to a bound (overwrite.go).
//
// Objects do not depend on the order in which code is executed, nor on which of it is; a variable
// that is reused for several tables joins none of them, as each value of the SSA form is an
// element of its own. OverwrittenFields follows paths.
package tables
