package maybeuninitialized

import (
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/cfg"
	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/guards"
	"luaflow/analysis/ssa"
)

// Where the nil of a declaration goes: forward from block to block, breadth first, up
// to the definitions that replace it. As it is nil, what a test of it decides is
// known; and what tests on the way tell together is asked once something is found.

// nilWalk is the blocks that the nil of one declaration gets to, and what reads it there.
type nilWalk struct {
	*flow.Walk
	f          *flow.Func
	known      *consts.Constants
	start, reg int
	reads      map[int]int // by pc of an instruction that reads the nil: index of its step
}

// newNilWalk follows the nil that is in reg at start, over the edges that it takes.
func newNilWalk(p *analysis.FuncPass, start, reg int) *nilWalk {
	f, known := p.Flow, p.Facts.Constants()
	w := &nilWalk{f: f, known: known, start: start, reg: reg, reads: map[int]int{}}
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

// follow returns the instructions that read the nil on some path on which no two tests contradict each other, with the edges of the
// first such path to each; of what is too much to follow none.
func (w *nilWalk) follow(paths *guards.Paths) map[int][]cfg.Branch {
	reads := map[int][]cfg.Branch{}
	paths.Follow(w.f, w.start, ssa.NoValue, func(pc int) flow.Next {
		if _, isKnown := reads[pc]; !isKnown && effect.Uses(w.f.Proto, pc).Has(w.reg) {
			reads[pc] = slices.Clone(paths.Path())
		}
		if effect.Defs(w.f.Proto, pc).Has(w.reg) {
			return flow.EndPath
		}
		return flow.GoOn
	}, func(edge cfg.Branch) bool { return w.f.KeepsNil(w.known, edge, w.reg) })
	return reads
}

// landings returns the places where control is on a path: after each branch on it.
func (w *nilWalk) landings(path []cfg.Branch) []int {
	var pcs []int
	for _, edge := range path {
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
