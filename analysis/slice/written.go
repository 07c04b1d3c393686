package slice

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
)

// Where calls may have run closures that write to a captured variable. Static single
// assignment form tells where anything may have run them, metamethods and finalizers
// included, which are taken to do no such thing here.

// called returns, by block of a function, the registers that have not been defined since
// the last call: forward, union. A call generates all registers, a definition kills its own. It goes
// round the blocks in reverse post-order until no set has grown.
func called(fn *function) []flow.Set {
	g := &fn.Graph
	in := make([]flow.Set, len(g.Blocks))
	for again := true; again; {
		again = false
		for _, b := range g.Order {
			s := in[b]
			for pc := int(g.Blocks[b].Start); pc < int(g.Blocks[b].End); pc++ {
				passCall(fn, pc, &s)
			}
			for _, to := range g.Succs(b) {
				merged := in[to]
				for w := range merged {
					merged[w] |= s[w]
				}
				again = again || merged != in[to]
				in[to] = merged
			}
		}
	}
	return in
}

// passCall carries a set over the instruction at pc. A definition that is made on one
// edge only takes nothing away.
func passCall(fn *function, pc int, s *flow.Set) {
	if isCall(effect.ReferenceOf(fn.Proto.Code[pc])) {
		for w := range s {
			s[w] = ^uint64(0)
		}
	}
	for reg := range effect.Defs(fn.Proto, pc).All() {
		s[reg>>6] &^= 1 << (reg & 63)
	}
}

// calledBefore reports whether there may have been a call since the value in reg at
// pc was put there, on some path; in is what called returned. A definition of the function itself
// hides what was written before it.
func calledBefore(fn *function, in []flow.Set, b cfg.BlockID, pc, reg int) bool {
	s := in[b]
	for at := int(fn.Graph.Blocks[b].Start); at < pc; at++ {
		passCall(fn, at, &s)
	}
	return s.Has(reg)
}

// writtenByClosure reports whether a call may have run a closure that writes to an operand.
func (g *Graph) writtenByClosure(fn *function, pc, k int) bool {
	v := fn.ssa.Uses(pc)[k]
	return v >= 0 && fn.ssa.UseByClosure(pc, k) &&
		calledBefore(fn, fn.called, fn.Graph.Block(pc), pc, int(fn.ssa.Values[v].Reg))
}
