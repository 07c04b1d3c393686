package flow

import (
	"slices"

	"luaflow/analysis/cfg"
)

// Control going forward from a point, for whoever follows what happens after it.

// Next is how a walk goes on after an instruction.
type Next uint8

// The ways.
const (
	GoOn    Next = iota // to the instruction after it, or over the edges of its block
	EndPath             // on other paths only
	Stop                // not at all
)

// Walk is what a walk has come to: blocks, breadth first, each once as a whole.
type Walk struct {
	Steps []WalkStep // in the order in which control comes to them, that of the start first
	// Stopped: visit has said Stop.
	Stopped bool
	// Cut: the walk was given up, as it would have taken more steps.
	Cut bool
}

// WalkStep is a block that control comes to.
type WalkStep struct {
	PC   int        // of the instruction at which it comes in
	From int        // index of the step before; -1 for the first
	Edge cfg.Branch // over which it comes from there
	To   [2]int     // by edge that leads on: index of the step after it; 0 if it does not
}

// Walk goes from the instruction at pc forward. It calls visit for the instructions of a block in
// their order, up to the Last, with the index of the step; then, unless the path has ended, follow
// for the edges that lead on, of two arms that first which stands first in the text, and goes over
// those of which it is true. All are if follow is nil. It looks at no more than most blocks, and
// takes time in proportion to the code of these. The block of pc is met again as a whole where a
// loop leads back to it.
func (f *Body) Walk(pc, most int, visit func(step, pc int) Next, follow func(step int, edge cfg.Branch) bool) *Walk {
	w := &Walk{Steps: []WalkStep{{PC: pc, From: -1}}}
	steps := make(map[cfg.BlockID]int)
	for k := 0; k < len(w.Steps); k++ {
		if k == most {
			w.Cut = true
			break
		}
		b := f.Graph.Block(w.Steps[k].PC)
		switch visitBlock(k, w.Steps[k].PC, f.Graph.Last(b), visit) {
		case EndPath:
			continue
		case Stop:
			w.Stopped = true
			return w
		}
		for i, to := range slices.Backward(f.Graph.Succs(b)) {
			edge := cfg.Branch{Block: b, Succ: int32(i)}
			if follow != nil && !follow(k, edge) {
				continue
			}
			at, known := steps[to]
			if !known {
				at = len(w.Steps)
				steps[to] = at
				w.Steps = append(w.Steps, WalkStep{PC: int(f.Graph.Blocks[to].Start), From: k, Edge: edge})
			}
			w.Steps[k].To[i] = at
		}
	}
	return w
}

// visitBlock visits the instructions from pc to last.
func visitBlock(step, pc, last int, visit func(step, pc int) Next) Next {
	for ; pc <= last; pc++ {
		if next := visit(step, pc); next != GoOn {
			return next
		}
	}
	return GoOn
}

// Path returns the edges that lead to a step, in their order.
func (w *Walk) Path(step int) []cfg.Branch {
	var edges []cfg.Branch
	for ; w.Steps[step].From >= 0; step = w.Steps[step].From {
		edges = append(edges, w.Steps[step].Edge)
	}
	slices.Reverse(edges)
	return edges
}
