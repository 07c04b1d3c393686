package maybeuninitialized

import (
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/cfg"
	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
)

// Where the nil of a declaration goes: forward from block to block, breadth first, up
// to the definitions that replace it. As it is nil, what a test of it decides is
// known.

// walk is the way of one nil.
type walk struct {
	f         *flow.Func
	constants *consts.Constants
	reg       int
	start     int // the pc after the declaration
	steps     []step
	seen      map[cfg.BlockID]bool
	reads     map[int]int // by pc of an instruction that reads the nil: index of its step
}

// step is a block that the nil comes to.
type step struct {
	pc   int // where it comes in
	from int // index of the step before, -1 for the first
}

func newWalk(p *analysis.FuncPass, start, reg int) *walk {
	w := &walk{
		f: p.Flow, constants: p.Facts.Constants(), reg: reg, start: start,
		steps: []step{{start, -1}}, seen: map[cfg.BlockID]bool{}, reads: map[int]int{},
	}
	for k := 0; k < len(w.steps); k++ {
		w.block(k)
	}
	return w
}

// block follows the nil through one block and over the edges that it takes.
func (w *walk) block(k int) {
	f := w.f
	b := f.Graph.Block(w.steps[k].pc)
	last := f.Graph.Last(b)
	for pc := w.steps[k].pc; pc <= last; pc++ {
		if !w.constants.Executable(f, pc) {
			return
		}
		if effect.Uses(f.Proto, pc).Has(w.reg) {
			w.reads[pc] = k
		}
		if effect.Defs(f.Proto, pc).Has(w.reg) {
			return
		}
	}
	only := effect.EdgeOfNil(f.Proto, last, w.reg)
	for i, to := range slices.Backward(f.Graph.Succs(b)) { // of two arms the one that stands first
		replaced := i == 0 && effect.EdgeDefs(f.Proto, last).Has(w.reg)
		if replaced || only >= 0 && only != i || !w.constants.EdgeExecutable(f, b, i) || w.seen[to] {
			continue
		}
		w.seen[to] = true
		w.steps = append(w.steps, step{int(f.Graph.Blocks[to].Start), k})
	}
}

// path returns the places where control is on the way to the read at pc: after each
// branch on it.
func (w *walk) path(pc int) []int {
	var pcs []int
	for k := w.reads[pc]; w.steps[k].from >= 0; k = w.steps[k].from {
		at := w.steps[k].pc
		if len(w.f.Graph.Succs(w.f.Graph.Block(w.steps[w.steps[k].from].pc))) > 1 {
			pcs = append(pcs, w.landing(at))
		}
	}
	slices.Reverse(pcs)
	return pcs
}

// landing returns where control really goes on from pc: a JMP stands for its target.
func (w *walk) landing(pc int) int {
	for range w.f.Graph.Blocks {
		if !effect.IsJump(w.f.Proto.Code[pc]) {
			break
		}
		pc, _ = effect.Successors(w.f.Proto, pc)
	}
	return pc
}
