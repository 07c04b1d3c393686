package ssa

import (
	"math/bits"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
)

// Where phis stand: at the iterated dominance frontier of the definitions of each
// register, if it is live there (Cytron et al., figure 11). All registers go at
// once, as sets.
//
// A definition on an edge is one in a block of its own in the middle of the edge.
// If the edge is the only one to its target, it is as good as a definition at the
// start of that; if not, its frontier is the target.
//
// As equations over sets of registers, for every block b, with DF for dominance frontiers:
//
//	phis(b) = live(b) ∩ ⋃ (defined(a) ∪ phis(a)), over all a with b in DF(a)
//
// and the registers that edges to b define. A work list finds the least solution. That a register
// which is not live at b gets no phi there, from which others would follow, loses none: on every
// path from b it is defined anew before anything reads it, and the phis that are needed further on
// follow from those definitions.

// placePhis fills phis and numPhis. Sets only grow, and a block is looked at again only when
// its own has grown, so that it ends after at most registers times blocks changes. The sweep
// over the list goes in reverse post-order; within a word of it, blocks that become due ahead
// are looked at in the same sweep.
func (r *renamer) placePhis(frontiers *cfg.Frontiers) {
	g := &r.f.Graph
	n := len(g.Blocks)
	r.phis = flow.Zeroed(&r.mem.phis, r.words*n)
	r.defined = flow.Zeroed(&r.mem.defined, r.words*n)
	copy(r.defined, r.o.Defined())
	todo := flow.Row(flow.Zeroed(&r.mem.due, flow.WordsFor(len(g.Order))))
	definesMore := r.f.Opcodes.HasAny(effect.MayDefiners | effect.EdgeDefiners)
	for i, b := range g.Order {
		todo.Add(i)
		if definesMore {
			r.addMayDefs(b)
			r.placeEdgeDefs(b)
		}
	}
	for again := true; again; {
		again = false
		for w := range todo {
			for todo[w] != 0 {
				i := w<<6 + bits.TrailingZeros64(todo[w])
				todo.Remove(i)
				b := g.Order[i]
				for _, to := range frontiers.Of(b) {
					if r.join(r.at(r.defined, b), r.at(r.phis, b), to) {
						todo.Add(g.Rank(to))
						again = true
					}
				}
			}
		}
	}
}

// addMayDefs adds the definitions that the last instruction of b may make to those
// that b makes. From here on the rows of definitions are no longer what b kills: for the
// placement of phis a definition that is made in some executions is one, as the value after it
// is another one than before; to liveness it is not one, as the value before may still be there.
func (r *renamer) addMayDefs(b cfg.BlockID) {
	var defs flow.Set
	defs.AddAll(effect.MayDefs(r.f.Proto, r.f.Graph.Last(b)))
	for w := range r.words {
		r.at(r.defined, b)[w] |= defs[w]
	}
}

// placeEdgeDefs puts the definitions on the first edge of b where they act: into the block that
// the edge leads to if no other edge does, else into a phi there.
func (r *renamer) placeEdgeDefs(b cfg.BlockID) {
	g := &r.f.Graph
	last := g.Last(b)
	regs := effect.EdgeDefs(r.f.Proto, last)
	if regs == 0 {
		return
	}
	var defs flow.Set
	defs.AddAll(regs)
	to := g.Succs(b)[0]
	if r.f.EdgeInto(to) < 0 {
		r.join(defs[:], nil, to)
		return
	}
	for w := range r.words {
		r.at(r.defined, to)[w] |= defs[w]
	}
}

// join puts phis at block b for the registers of both sets that are live there, and
// reports whether one of them is new.
func (r *renamer) join(defs, more flow.Row, b cfg.BlockID) bool {
	changed := uint64(0)
	phis := r.at(r.phis, b)
	for w := range phis {
		set := defs[w]
		if more != nil {
			set |= more[w]
		}
		if set &^= phis[w]; set != 0 {
			set &= r.f.LiveWord(int(b)*r.words + w)
		}
		phis[w] |= set
		changed |= set
		r.numPhis += bits.OnesCount64(set)
	}
	return changed != 0
}
