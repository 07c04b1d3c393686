package flow

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
)

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

// Keeps reports whether a value in reg is still there after control has gone over an edge: nothing
// replaces it on that edge.
func (f *Body) Keeps(edge cfg.Branch, reg int) bool {
	return edge.Succ > 0 || !effect.EdgeDefs(f.Proto, f.Graph.Last(edge.Block)).Has(reg)
}

// KeepsNil reports whether a nil in reg may go over an edge: known says that control may, nothing
// replaces the nil there, and where the branch tests reg it is the edge of nil. In
//
//	local x
//	if x then f(x) end
//	g(x)
//
// it gets to the call of g alone.
func (f *Func) KeepsNil(known Feasible, edge cfg.Branch, reg int) bool {
	only := effect.EdgeOfNil(f.Proto, f.Graph.Last(edge.Block), reg)
	return (only < 0 || only == int(edge.Succ)) && f.Keeps(edge, reg) && known.EdgeExecutable(f, edge.Block, int(edge.Succ))
}
