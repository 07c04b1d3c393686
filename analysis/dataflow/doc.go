// Package dataflow computes facts about all functions of a program together, each resting on
// those before it, and keeps them:
//
//	flow.Program   what registers of each function hold, and which variables closures share
//	ssa.Forms      the values of each function
//	names.Names    which values are those of standard names
//	tables.Objects which tables stay in the program
//	consts.Constants values, and what is executed
//	live.Markings  what is live, and what of the rest hangs together
//
// Each is made by a function of what it rests on, in memory of its own, and is immutable. A
// Program is the memo: it computes a fact when someone asks, and any number of goroutines may
// ask.
package dataflow
