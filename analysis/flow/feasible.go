package flow

import "luaflow/analysis/cfg"

// Feasible says which of the code that graphs lead to is executed: less than all of it, for
// whoever knows of branches that always go one way and of calls that never return.
type Feasible interface {
	// Executable reports whether the instruction at pc may be executed.
	Executable(f *Func, pc int) bool
	// EdgeExecutable reports whether control may go over edge k of Succs(b).
	EdgeExecutable(f *Func, b cfg.BlockID, k int) bool
	// ExecutedEnd returns the pc after the last instruction of block b that is executed, 0
	// if none is.
	ExecutedEnd(f *Func, b cfg.BlockID) int32
	// Stops reports whether the instruction at pc is executed and nothing after it.
	Stops(f *Func, pc int) bool
}
