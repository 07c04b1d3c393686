package live

import "luaflow/analysis/cfg"

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

// dependLater is depend for a block of which onlyWay is not certain.
func (m *marker) dependLater(b cfg.BlockID) {
	switch m.states[m.f.Number] {
	case noneOpen:
		m.states[m.f.Number] = someOpen
		m.open = append(m.open, int32(m.f.Number))
	case allSeen:
		for _, from := range m.f.Control().Blocks(b) {
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
	control := m.f.Control()
	first := int(m.layout.blocks[m.f.Number])
	for _, b := range m.f.Graph.Order {
		if !m.blocks.Has(first + int(b)) {
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
	first := int(m.layout.code[m.f.Number])
	for _, b := range m.f.Graph.Order {
		if len(m.f.Graph.Succs(b)) > 1 && !m.code.Has(first+m.f.Graph.Last(b)) {
			return false
		}
	}
	return true
}
