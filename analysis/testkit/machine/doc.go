// Package machine runs prototypes of Lua 5.3 and tells what really happens: an
// oracle for the analyses, imported by tests only. It is written to be obvious, not
// to be fast, and knows nothing of what the analyses believe. It sees bytecode alone;
// package luagen beside it, which writes programs, sees source alone.
//
//	run       execute.go, operator.go, metamethod.go, call.go, coroutine.go
//	values    value.go, number.go, table.go
//	library   basic.go, text.go, pattern.go, format.go, list.go, arithmetic.go
//	collector collect.go: finalizers run when the program asks, or when a test does
//	oracle    watch.go: hooks, poison, skipping
//
// # What is observed
//
// Every register and every upvalue remembers which instruction gave it its value,
// and a read says which one it really saw. Functions have the numbers of
// flow.Program: pre-order in the tree of prototypes, 0 is main.
//
// # Poison
//
// A test may call instructions and definitions dead. A value that is defined there
// is poison. Instructions that are dead may read poison, and all that they make is
// poison again, what they store in tables and cells included; so may everything in
// a function that a dead instruction calls. A live instruction that reads poison is
// a contradiction, which ends the run. So is a dead instruction that prints or that
// an error leaves. Poison is a tag beside the value: the program behaves as it
// always does.
//
// With Skip, dead instructions are not executed at all: registers that they would
// define hold poison, and a dead branch goes either way. What is printed must then
// be what the whole program prints.
//
// # What differs from the reference
//
// The order of pairs is that of insertion; numbers of elements with holes may be
// other borders; sort compares in another order; memory does not run out, stacks
// end earlier (Result.Exhausted); messages do not name variables; of the libraries
// there is what tests need. Weak tables are strong.
package machine
