package consts

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/flow"
)

// Branches that always go one way, and code that is not executed although the graph
// leads there. What is not executed never is; what is executed, as far as is known, may never be.

// Decided returns the edge over which control leaves block b, a number in Succs(b), if the
// branch at the end of b is executed and never takes the other one; ok is false if it
// may take both, or none, or if b has no branch.
func (c *Constants) Decided(f *flow.Func, b cfg.BlockID) (edge int, ok bool) {
	if len(f.Graph.Succs(b)) < 2 {
		return 0, false
	}
	first, second := c.EdgeExecutable(f, b, 0), c.EdgeExecutable(f, b, 1)
	if first {
		return 0, !second
	}
	return 1, second
}

// ExecutesAll reports whether all code of f to which its graph leads may be executed.
func (c *Constants) ExecutesAll(f *flow.Func) bool {
	for _, b := range f.Graph.Order {
		if !c.Executable(f, f.Graph.Last(b)) {
			return false
		}
	}
	return true
}

// Stops reports whether the instruction at pc is executed and nothing after it: it
// raises an error, ends the program or goes on forever.
func (c *Constants) Stops(f *flow.Func, pc int) bool {
	if !c.Executable(f, pc) {
		return false
	}
	b := f.Graph.Block(pc)
	if pc < f.Graph.Last(b) {
		return !c.Executable(f, pc+1)
	}
	for k := range f.Graph.Succs(b) {
		if c.EdgeExecutable(f, b, k) {
			return false
		}
	}
	return len(f.Graph.Succs(b)) > 0
}

// Overwrites returns what overwrites a value, as Func.Overwrites does, on the paths that are
// executed.
func (c *Constants) Overwrites(f *flow.Func, start, pc, reg int) flow.Overwriters {
	return f.FeasibleOverwrites(c, start, pc, reg)
}
