package flow

import (
	"slices"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
)

// Edges of the graph of a function, as whoever joins values needs them.

// ForwardPred returns a predecessor that comes before b, not the entry, in the order of
// the graph.
func (f *Body) ForwardPred(b cfg.BlockID) cfg.BlockID {
	rank := f.Graph.Rank(b)
	for _, p := range f.Graph.Preds(b) {
		if r := f.Graph.Rank(p); r >= 0 && r < rank {
			return p
		}
	}
	return cfg.None
}

// EdgeInto returns the pc of the instruction whose EdgeDefs all that comes to block b
// brings along, -1 if there is none: b has one edge, the first of a block that ends
// with such an instruction.
func (f *Body) EdgeInto(b cfg.BlockID) int {
	if !f.Opcodes.HasAny(effect.EdgeDefiners) {
		return -1
	}
	from, only := f.onlyPred(b)
	if !only {
		return -1
	}
	last := f.Graph.Last(from)
	if f.Graph.Succs(from)[0] != b || effect.EdgeDefs(f.Proto, last) == 0 {
		return -1
	}
	return last
}

// onlyPred returns the block from which the only edge to b comes, if there is only one
// on which control may come.
func (f *Body) onlyPred(b cfg.BlockID) (from cfg.BlockID, only bool) {
	if b == 0 {
		return cfg.None, false // it is entered from outside too, if there is an edge
	}
	for _, p := range f.Graph.Preds(b) {
		if f.Graph.Rank(p) < 0 {
			continue
		}
		if only {
			return cfg.None, false
		}
		from, only = p, true
	}
	return from, only
}

// EdgeNumber returns the index of edge k of b among the Preds of the block that it leads
// to.
func (f *Body) EdgeNumber(b cfg.BlockID, k int) int {
	succs := f.Graph.Succs(b)
	at, _ := slices.BinarySearch(f.Graph.Preds(succs[k]), b)
	if k == 1 && succs[0] == succs[1] {
		at++
	}
	return at
}
