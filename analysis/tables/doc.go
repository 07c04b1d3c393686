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
// Objects do not depend on the order in which code is executed, nor on which of it is; a variable
// that is reused for several tables joins none of them, as each value of the SSA form is an
// element of its own. OverwrittenFields follows paths.
package tables
