// Package slice answers, for a whole program, what a value depends on and what
// depends on it: backward and forward slices (Weiser, "Program slicing", ICSE 1981)
// by reachability in the program dependence graph of all functions together
// (Ferrante, Ottenstein and Warren, TOPLAS 9.3, 1987; Horwitz, Reps and Binkley,
// "Interprocedural slicing using dependence graphs", TOPLAS 12.1, 1990).
//
// # The graph
//
// Its nodes are instructions, and beside them the start of each function, its
// parameters, the results of each call, and the phis of static single assignment
// form. Data goes from definitions to uses; control from a branch to what it decides
// upon, and from the start of a function to what is executed whenever it is called.
// A call leads from arguments to parameters and from RETURNs to results. A path in
// the graph that enters a function at one call and leaves it to another is not taken by
// any execution: slices are context-sensitive, by summary edges from the
// arguments of a call to its results (builder.go, summary.go). In
//
//	local function add(a, b) return a + b end
//	local x = add(1, y)
//	local z = add(2, 3)
//	print(z)
//
// the last line depends on the RETURN of add, and that on the parameters, but not on `y`: what
// was entered from the second call is left to the second call alone.
//
// What several functions can reach is kept in stores that stand between those who
// write and those who read: a captured variable, a global, a field (stores.go). There
// is no order among the accesses of different functions to a store, so that any
// write reaches any read.
//
// # How exact it is
//
// On the assumptions below a slice has all that it must have; it may have more. It is exact in
// which call a function was called from, and in which of a function's definitions reach which of its
// uses, but for branches that always go one way. It does not tell apart the fields of the same name of
// different tables that the program does not keep to itself, the elements of one table, what is
// written to a store before and after it is read, or two executions of one instruction.
//
// # What is assumed
//
//   - Operators, comparisons and accesses to fields run no metamethods that do
//     anything else.
//   - A table or function that a field of some name holds got there by an assignment
//     to a field of that name; a call of such a field calls one of these functions.
//   - Code outside of the program may change any table that it is given, and may call
//     the functions that it is given by that call. It brings no two such tables
//     together.
//   - No error that is caught, and no coroutine that is left, ends a function in the
//     middle; loops end.
package slice
