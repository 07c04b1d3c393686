// Package value is what an analysis can know of the value in a register without
// running the program: its possible types, and which one it is if it can only be
// one. It computes operators and calls of the standard library on such values
// exactly as Lua 5.3 does, or another dialect, or as all of several do, and says
// whether anybody could tell that they were computed at all.
//
// The lattice is that of sparse conditional constant propagation (Wegman and
// Zadeck, "Constant Propagation with Conditional Branches", 1991) with a set of
// types in place of its bottom:
//
//	Bottom      no value: the instruction is not executed, or never completes
//	one value   nil, false, true, 1, 0.5, "a", function 3, table 7, string.rep
//	a type set  Integer|String
//	Unknown     all types
//
// What a function returns covers every value that the reference implementation
// may give for any operands that the arguments stand for, and an Impact of None
// means that it can neither raise an error nor run other code for any of them.
//
// What is known of the functions of hosts, the programs that run Lua, is in tables of the
// same form (host.go). They are read from manuals, not tried, so that they say less: nobody
// can tell that a function was called which only computes, or asks for a state.
//
// # Files
//
// From the bottom up:
//
//	the lattice             value.go, impact.go; pool.go, packed.go, dialect.go, constant.go
//	operators               operator.go, text.go, compare.go, loop.go
//	tables of names         row.go, function.go, vocabulary.go; library.go, host_NAME.go
//	Name, Library           standard.go, host.go, name.go, lookup.go
//	calls                   outcome.go, fit.go, rules.go, pattern.go, call.go
//	what people read        print.go
//
// # Assumptions
//
// It is taken for granted, as everywhere in analysis, that the string metatable is
// the standard one, and for calls of standard functions that the other basic types
// have none; of the operators that is not taken for granted. The locale may be any.
package value
