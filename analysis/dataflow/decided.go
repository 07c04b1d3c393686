package dataflow

import "luaflow/analysis/cfg"

// Branches that always go one way, and code that is not executed although the graph
// leads there.

// Decided is the edge over which control leaves block b, a number in Succs(b), if the
// branch at the end of b is executed and never takes the other one; ok is false if it
// may take both, or none, or if b has no branch.
func (c *Constants) Decided(f *Func, b cfg.BlockID) (edge int, ok bool) {
	if len(f.Graph.Succs(b)) < 2 {
		return 0, false
	}
	first, second := c.EdgeExecutable(f, b, 0), c.EdgeExecutable(f, b, 1)
	if first {
		return 0, !second
	}
	return 1, second
}

// IsWhole reports whether all code of f that its graph reaches may be executed, over
// all edges. Most functions are so, and nothing is to be said of them.
func (c *Constants) IsWhole(f *Func) bool {
	for _, b := range f.Graph.Order {
		if !c.Executable(f, int(f.Graph.Blocks[b].End)-1) {
			return false
		}
		for k := range f.Graph.Succs(b) {
			if !c.EdgeExecutable(f, b, k) {
				return false
			}
		}
	}
	return true
}
