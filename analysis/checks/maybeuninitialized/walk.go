package maybeuninitialized

import (
	"luaflow/analysis"
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
)

// Where the nil of a declaration goes: forward from block to block, breadth first, up
// to the definitions that replace it. As it is nil, what a test of it decides is
// known.

// nilWalk is the blocks that the nil of one declaration gets to, and what reads it there.
type nilWalk struct {
	*flow.Walk
	f     *flow.Func
	reads map[int]int // by pc of an instruction that reads the nil: index of its step
}

// newNilWalk follows the nil that is in reg at start, over the edges that it takes.
func newNilWalk(p *analysis.FuncPass, start, reg int) *nilWalk {
	w := &nilWalk{f: p.Flow, reads: map[int]int{}}
	f, known := p.Flow, p.Facts.Constants()
	w.Walk = f.Walk(start, len(f.Graph.Blocks)+1, func(step, pc int) flow.Next {
		if !known.Executable(f, pc) {
			return flow.EndPath
		}
		if effect.Uses(f.Proto, pc).Has(reg) {
			w.reads[pc] = step
		}
		if effect.Defs(f.Proto, pc).Has(reg) {
			return flow.EndPath
		}
		return flow.GoOn
	}, func(_ int, edge cfg.Branch) bool { return f.KeepsNil(known, edge, reg) })
	return w
}

// path returns the places where control is on the way to the read at pc: after each
// branch on it.
func (w *nilWalk) path(pc int) []int {
	var pcs []int
	for _, edge := range w.Path(w.reads[pc]) {
		if to := w.f.Graph.Succs(edge.Block); len(to) > 1 {
			pcs = append(pcs, w.landing(int(w.f.Graph.Blocks[to[edge.Succ]].Start)))
		}
	}
	return pcs
}

// landing returns where control really goes on from pc: a JMP stands for its target.
func (w *nilWalk) landing(pc int) int {
	for range w.f.Graph.Blocks {
		if !effect.IsJump(w.f.Proto.Code[pc]) {
			break
		}
		pc, _ = effect.Successors(w.f.Proto, pc)
	}
	return pc
}
