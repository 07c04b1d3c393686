package live

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
)

// What live blocks are control dependent on, without the trees of most functions.
//
// A block to which one edge leads depends on the block that it comes from, if that is a
// branch outside of all loops: to come past it once more, control would have to come
// back. If the edge is the only one on both sides the two blocks depend on the same.
// These are the arms of `if` statements, which make most branches live. What other
// blocks depend on is open until nothing else is left to do, and then of interest only
// for functions with a branch that is not live. Only these need post-dominators, whose frontiers in
// the reversed graph are control dependence (Cytron et al.). That is safe: all branches of a function
// being live, no other answer could make more of them so.

// The states of a function of which blocks may be open.
const (
	noneOpen uint8 = iota // none has been yet
	someOpen
	allSeen // what blocks depend on is marked at once
	allLive // all branches are live
)

// branch marks what decides whether control leaves block b, and over which edge: the branch at its end,
// or if it has none what b depends on.
func (m *marker) branch(b cfg.BlockID) {
	if m.decides(b) {
		m.markHere(m.f.Graph.Last(b))
	} else {
		m.depend(b)
	}
}

// decides reports whether block b ends in a branch that counts: one with two edges, both of which
// control may take if oneWay asks for that.
func (m *marker) decides(b cfg.BlockID) bool {
	if len(m.f.Graph.Succs(b)) < 2 {
		return false
	}
	if m.oneWay {
		_, one := m.c.Decided(m.f, b)
		return !one
	}
	return true
}

// leave marks what decides whether control leaves block b, as branch does, and if b ends in a
// jump marks that whether it decides or not: what keeps a loop going must stay, or the loop that
// never ended would.
func (m *marker) leave(b cfg.BlockID) {
	if last := m.f.Graph.Last(b); effect.EndsBlock(m.f.Proto.Code[last]) {
		m.markHere(last)
	} else {
		m.depend(b)
	}
}

// depend marks the branches that block b is control dependent on, once: at once where the edges to b
// tell, else later.
func (m *marker) depend(b cfg.BlockID) {
	at := m.firstBB + int(b)
	if m.blocks.Has(at) {
		return
	}
	m.blocks.Add(at)
	from, certain := m.onlyWay(b)
	switch {
	case certain && from >= 0:
		m.branch(from)
	case !certain:
		m.dependLater(b)
	}
}

// onlyWay returns the block that decides whether b is executed, cfg.None if nothing does;
// certain is false if the edges to b alone do not tell.
func (m *marker) onlyWay(b cfg.BlockID) (from cfg.BlockID, certain bool) {
	preds := m.f.Graph.Preds(b)
	if b == 0 || len(preds) != 1 {
		return cfg.None, b == 0 && len(preds) == 0
	}
	from = preds[0]
	return from, len(m.f.Graph.Succs(from)) == 1 || m.f.Loops().Innermost(from) < 0
}

// dependLater marks the branches that block b is control dependent on where onlyWay is not
// certain: it lists the function as one with open blocks or, if these have been seen to, marks
// the branches at once. If all branches of the function are live nothing is left to do.
func (m *marker) dependLater(b cfg.BlockID) {
	switch m.states[m.f.Number] {
	case noneOpen:
		m.states[m.f.Number] = someOpen
		m.open = append(m.open, int32(m.f.Number))
	case allSeen:
		for _, from := range m.relation.Control(m.f).Blocks(b) {
			m.branch(from)
		}
	}
}

// dependOpen marks the branches that the open blocks of a function are control
// dependent on, and reports whether there was one.
func (m *marker) dependOpen() bool {
	n := len(m.open)
	if n == 0 {
		return false
	}
	m.enter(m.open[n-1])
	m.open = m.open[:n-1]
	if m.branchesAreLive() {
		m.states[m.f.Number] = allLive
		return true
	}
	m.states[m.f.Number] = allSeen
	control := m.relation.Control(m.f)
	for _, b := range m.f.Graph.Order {
		if !m.blocks.Has(m.firstBB + int(b)) {
			continue
		}
		if _, certain := m.onlyWay(b); !certain {
			for _, from := range control.Blocks(b) {
				m.branch(from)
			}
		}
	}
	return true
}

// branchesAreLive reports whether no branch of the function that is looked at is left
// to be marked.
func (m *marker) branchesAreLive() bool {
	for _, b := range m.f.Graph.Order {
		if len(m.f.Graph.Succs(b)) > 1 && !m.code.Has(m.firstCode+m.f.Graph.Last(b)) {
			return false
		}
	}
	return true
}
