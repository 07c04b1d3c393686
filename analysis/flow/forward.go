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

// Walk is what a walk has come to: blocks, breadth first, each once as a whole for each way to come
// there (WalkRegister).
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
	// Readable: closures may read the register that WalkRegister is about as a cell there.
	Readable bool
}

// Walk goes from the instruction at pc forward. It calls visit for the instructions of a block in
// their order, up to the Last, with the index of the step; then, unless the path has ended, follow
// for the edges that lead on, of two arms that first which stands first in the text, and goes over
// those of which it is true. All are if follow is nil. It looks at no more than most blocks, and
// takes time in proportion to the code of these. The block of pc is met again as a whole where a
// loop leads back to it.
func (f *Body) Walk(pc, most int, visit func(step, pc int) Next, follow func(step int, edge cfg.Branch) bool) *Walk {
	return f.WalkRegister(pc, false, most, func(step, pc int, _ bool) (Next, bool) {
		return visitBlock(step, pc, f.Graph.Last(f.Graph.Block(pc)), visit), false
	}, follow)
}

// WalkRegister goes as Walk does, for the value of one register that closures may read as a cell when
// control is at pc, if it is readable there. A block is met once where they may and once where they may
// not, as only then calls may read the value. visit is called once for each step, and looks at the
// instructions from pc on itself: it returns how the walk goes on, and whether closures may read the
// register at the end of the block.
func (f *Body) WalkRegister(pc int, readable bool, most int, visit func(step, pc int, readable bool) (Next, bool), follow func(step int, edge cfg.Branch) bool) *Walk {
	w := &Walk{Steps: []WalkStep{{PC: pc, From: -1, Readable: readable}}}
	steps := make(map[int32]int) // by block and whether it is readable there
	for k := 0; k < len(w.Steps); k++ {
		if k == most {
			w.Cut = true
			break
		}
		next, readable := visit(k, w.Steps[k].PC, w.Steps[k].Readable)
		if next == Stop {
			w.Stopped = true
			break
		} else if next == EndPath {
			continue
		}
		b := f.Graph.Block(w.Steps[k].PC)
		for i, to := range slices.Backward(f.Graph.Succs(b)) {
			edge := cfg.Branch{Block: b, Succ: int32(i)}
			if follow != nil && !follow(k, edge) {
				continue
			}
			way := int32(to) << 1
			if readable {
				way++
			}
			at, known := steps[way]
			if !known {
				at = len(w.Steps)
				steps[way] = at
				w.Steps = append(w.Steps, WalkStep{PC: int(f.Graph.Blocks[to].Start), From: k, Edge: edge, Readable: readable})
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

// PCs returns where control comes in on the way to a step, that of the start first.
func (w *Walk) PCs(step int) []int {
	var pcs []int
	for ; step >= 0; step = w.Steps[step].From {
		pcs = append(pcs, w.Steps[step].PC)
	}
	slices.Reverse(pcs)
	return pcs
}
