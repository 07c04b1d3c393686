package live

import (
	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
)

// What is live by itself in a function that is live.

// begin marks what is live by itself in a function, and what writes to cells and
// slots that are live by now. Of a known function that it calls nothing is live by that alone, but what
// the function does counts in there: it is begun later (callRunning). A loop that is not sure to end is
// live, as the jump that leads back: whether a program goes on forever is what anybody can see.
func (m *marker) begin(function int32) {
	m.enter(function)
	m.mem.Meter.Step()
	if m.f.IsLarge {
		m.beginLarge()
		return
	}
	impacts, code, first, last := m.c.Impacts(m.f), m.f.Proto.Code, m.firstCode, -1
	for _, b := range m.f.Graph.Order {
		block := &m.f.Graph.Blocks[b]
		end := min(block.End, m.c.ExecutedEnd(m.f, b))
		for pc := int(block.Start); pc < int(end); pc++ {
			impact := impacts[pc]
			switch {
			case impact > m.level && m.except == nil:
			case (impact > m.level || effect.Outgoing.Has(code[pc])) && m.isRoot(pc, impact):
			case impact != value.None && m.below != nil:
				m.below.Add(first + pc)
				continue
			default:
				continue
			}
			m.code.Add(first + pc)
			last = max(last, pc)
		}
	}
	if last >= 0 {
		for w := first >> 6; w <= (first+last)>>6; w++ {
			m.pending[w] |= m.code[w] // what is of another function is looked at there once more
		}
		m.raise(m.f.Number, last)
		m.low[m.f.Number] = 0
	}
	if len(m.f.Graph.Order) > 1 || len(m.f.Graph.Succs(0)) > 0 {
		m.beginLoops()
	}
}

// isRoot reports whether the instruction at pc, which is executed and has an impact, is live by
// itself, or writes what something live reads.
func (m *marker) isRoot(pc int, impact value.Impact) bool {
	i := m.f.Proto.Code[pc]
	if impact > m.level && !m.except[flow.SiteAt(m.f.Number, pc)] {
		return true
	}
	switch how := effect.ReferenceOf(i); how {
	case effect.Returns:
		return true
	case effect.WritesUpvalue:
		upvalue, _ := effect.Upvalue(i)
		return m.cells.Has(m.relation.Cells.Of(m.f.Number, upvalue))
	case effect.Calls, effect.Iterates:
		if effect.Actions(i)&effect.Leaves != 0 {
			return true
		}
		if callee := m.c.Callee(m.f, pc); callee != nil && !m.writesLive(pc) {
			m.running = append(m.running, int32(callee.Number))
			return false
		}
		if how == effect.Iterates {
			return false // it reads fields
		}
	}
	return m.writesLive(pc)
}

// writesLive reports whether the instruction at pc writes to a field that something live reads.
func (m *marker) writesLive(pc int) bool {
	touch := m.relation.Objects.Touch(m.f, pc)
	return touch.How&tables.WritesSlot != 0 && m.slots.Has(int(touch.Slot))
}

// beginLoops marks what keeps those loops going that are not sure to end.
func (m *marker) beginLoops() {
	loops := m.f.Loops()
	for loop := range loops.All {
		if m.c.Terminates(m.f, loop) {
			continue
		}
		backs, last := 0, cfg.None
		for back := range loops.BackEdges(loop) {
			if m.c.EdgeExecutable(m.f, back.Block, int(back.Succ)) {
				backs, last = backs+1, back.Block
			}
		}
		switch {
		case backs == 1:
			m.leave(last)
		case backs > 1:
			m.joins = append(m.joins, joinItem{int32(m.f.Number), int32(loop)})
		}
	}
}

// beginBelow goes on to the level below, the strict one, when all is marked that has more impact: it marks
// what has an impact of that level, in the functions that are live. Their loops and RETURNs do not
// depend on the level.
func (m *marker) beginBelow() {
	below := m.below
	m.level, m.below = value.None, nil
	for w := range below {
		below[w] &^= m.code[w]
		m.code[w] |= below[w]
		m.pending[w] |= below[w]
	}
	for i := range m.p.Funcs {
		first, end := int(m.layout.code[i]), int(m.layout.code[i+1])
		if at := last(below, first, end); at >= 0 {
			m.raise(i, at-first)
			m.low[i] = 0
		}
	}
}

// beginLarge marks what the function that is looked at may need, which is too large: all variables that
// it shares with closures, its own and those of others, and all functions in it.
func (m *marker) beginLarge() {
	f := m.f
	for pc := range f.Proto.Code {
		if !f.Graph.Reachable(pc) {
			continue
		}
		if made := m.relation.FuncMadeBy(f, pc); made >= 0 {
			m.call(made)
		}
		m.cell(m.relation.CellReadBy(f, pc))
	}
	for k := range m.relation.Cells.Cells {
		if m.relation.Cells.Cells[k].Owner == f.Number {
			m.cell(k)
		}
	}
}
