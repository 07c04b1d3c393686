package live

import (
	"math/bits"

	"luaflow/analysis/cfg"
	"luaflow/analysis/depend"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
)

// What instructions need and phis join, function by function: in sweeps over the code against
// its order, as what is needed mostly stands in front. In code without loops one sweep is enough.
// A value that comes round a loop is made after the phi that needs it, and waits for the next
// sweep; so does what another function asks for. Memory is gone through in one direction.
//
// A sweep goes from the last that is pending when it begins to the first that is pending when it
// gets there. Where each of many needs one after it, as fields of one table can round a loop, every
// sweep finds one more, and looks at little else.

// sweep marks what the pending instructions and phis of a function need, until none is
// pending there.
func (m *marker) sweep(function int32) {
	m.enter(function)
	first := m.firstCode
	for m.top[function] > inWork {
		end := first + int(m.top[function]) - pastTop + 1
		m.bottom = m.low[function]
		m.top[function], m.low[function] = inWork, noneLow
		for at := m.lastPending(end); at >= 0; at = m.lastPending(end) {
			end = first + m.sweepBlock(at-first)
		}
	}
	m.top[function] = atRest
}

// lastPending returns the last that is pending for this sweep below end, -1 if there is none.
func (m *marker) lastPending(end int) int {
	return last(m.pending, m.firstCode+int(min(m.bottom, m.low[m.f.Number])), end)
}

// last returns the greatest member of a set from first on and below end, -1 if there is none.
func last(set flow.Row, first, end int) int {
	if first >= end {
		return -1
	}
	w := (end - 1) >> 6
	word := set[w] << (63 - (end-1)&63) >> (63 - (end-1)&63)
	for word == 0 && w > first>>6 {
		w--
		word = set[w]
	}
	if at := w<<6 + bits.Len64(word) - 1; word != 0 && at >= first {
		return at
	}
	return -1
}

// sweepBlock marks what the pending instructions of a block need, from pc backward, and then its
// phis. It returns where the block starts.
func (m *marker) sweepBlock(pc int) (start int) {
	b := m.f.Graph.Block(pc)
	start = int(m.f.Graph.Blocks[b].Start)
	if m.instructions(start, pc) {
		m.depend(b)
	}
	if phi, n := m.s.Phis(b); n > 0 {
		m.follow(b, phi, phi+ssa.ValueID(n))
	}
	return start
}

// instructions marks what the pending instructions from pc backward need, up to start, but for what
// decides that they are executed: their operands, and what they read elsewhere. It reports whether
// one of them is live. What a value needs is what makes it: an instruction, at once; a phi waits
// for its block. What the caller gives is not followed to the callers: a call that is live needs all
// of its arguments anyway.
//
// Half of a marking is spent in this loop: see the package's doc for why the operands are read off
// the form here.
func (m *marker) instructions(start, pc int) (live bool) {
	pending, code, values := m.pending, m.code, m.values
	first, s, again, low := m.firstCode, m.s, -1, &m.low[m.f.Number]
	instructions, byClosure := m.f.Proto.Code, s.HasByClosure()
	end := first + max(start, int(min(m.bottom, *low)))
	m.mem.Meter.Step()
	for at := first + pc; at >= end; at-- {
		if at&63 == 63 {
			m.mem.Meter.Step()
		}
		w, bit := at>>6, uint64(1)<<(at&63)
		if pending[w]&bit == 0 {
			if pending[w]&(bit-1) == 0 {
				at &^= 63 // on to the next word
			}
			continue
		}
		pending[w] &^= bit
		if code[w]&bit == 0 {
			continue // phis alone are pending
		}
		live = true
		pc := at - first
		for _, v := range s.Uses(pc) {
			k := m.firstValue + int(v)
			if values[k>>6]&(1<<(k&63)) != 0 {
				continue
			}
			values[k>>6] |= 1 << (k & 63)
			d := &s.Values[v]
			if d.Kind == ssa.EntryValue {
				continue
			}
			by := first + int(d.PC)
			if d.Kind != ssa.PhiValue {
				if code[by>>6]&(1<<(by&63)) != 0 {
					continue
				}
				code[by>>6] |= 1 << (by & 63)
			}
			pending[by>>6] |= 1 << (by & 63)
			switch {
			case by >= at: // the sweep is past it
				again = max(again, int(d.PC))
				*low = min(*low, d.PC)
			case d.PC < m.bottom:
				m.bottom = d.PC
				end = first + max(start, int(d.PC))
			}
		}
		if depend.Elsewhere.Has(instructions[pc]) || byClosure && s.ReadsByClosure(pc) {
			m.elsewhere(pc)
			end = min(end, first+max(start, int(*low)))
		}
	}
	if again >= 0 {
		m.raise(m.f.Number, again)
	}
	return live
}

// elsewhere marks what the live instruction at pc needs beside its operands. A write needs the cell
// of the table that it writes to, not what was there; and a closure needs its function.
func (m *marker) elsewhere(pc int) {
	i := m.f.Proto.Code[pc]
	if effect.UpvalueReaders.Has(i) {
		m.cell(m.relation.CellReadBy(m.f, pc))
	} else if made := m.relation.FuncMadeBy(m.f, pc); made >= 0 {
		m.call(made)
	}
	if effect.TableAccessors.Has(i) && m.relation.Objects.Touches(m.f, pc) {
		if touch, ok := m.relation.SlotsReadBy(m.f, pc); ok {
			for slot := range m.relation.Found(touch) {
				m.slot(slot)
			}
		}
	}
	if m.s.HasByClosure() && m.s.ReadsByClosure(pc) {
		for i, v := range m.s.Uses(pc) {
			if m.s.UseByClosure(pc, i) {
				for cell := range m.relation.CellsIn(m.f, pc, int(m.s.Values[v].Reg)) {
					m.cell(cell)
				}
			}
		}
	}
}

// value marks a value of the function that is looked at, which something live reads; -1 stands for
// none.
func (m *marker) value(v ssa.ValueID) {
	if v >= 0 && !m.values.Has(m.firstValue+int(v)) {
		m.valueOf(m.f, m.s, v)
	}
}

// valueOf marks a value of any function, once, and with it the instruction that defines it; a phi
// is pending then.
func (m *marker) valueOf(f *flow.Func, s *ssa.Form, v ssa.ValueID) {
	at := int(m.layout.values[f.Number]) + int(v)
	if m.values.Has(at) {
		return
	}
	m.values.Add(at)
	switch d := &s.Values[v]; d.Kind {
	case ssa.DefValue, ssa.EdgeValue:
		m.mark(f, int(d.PC))
	case ssa.PhiValue:
		m.pending.Add(int(m.layout.code[f.Number]) + int(d.PC))
		m.raise(f.Number, int(d.PC))
	}
}

// follow marks what the live phis of block b need, those from number phi on and below end, if that is
// not marked yet. It goes down, as the sweep does, so that arguments are read in one direction
// throughout. One that becomes live meanwhile is the next visit's.
func (m *marker) follow(b cfg.BlockID, phi, end ssa.ValueID) {
	from, to := m.firstValue+int(phi), m.firstValue+int(end)
	_, args, width := m.s.Joins(b)
	for w := (to - 1) >> 6; w >= from>>6; w-- {
		word := m.values[w] &^ m.followed[w]
		if low := from - w<<6; low > 0 {
			word = word >> low << low
		}
		if high := to - w<<6; high < 64 {
			word &= 1<<high - 1
		}
		m.followed[w] |= word
		for word != 0 {
			bit := bits.Len64(word) - 1
			word &^= 1 << bit
			at := w<<6 + bit - from
			m.phi(phi+ssa.ValueID(at), b, args[at*width:(at+1)*width])
		}
	}
}

// phi marks what a live phi of block b joins, its arguments, and what decides over which
// edge control comes. Over an edge on which control never comes nothing is joined. The branches in
// front of an edge decide unless another edge gives the phi the same value: that join finds out. When
// control comes over all edges and their branches are live, the next phi of the block has only its
// arguments to mark.
func (m *marker) phi(phi ssa.ValueID, b cfg.BlockID, args []ssa.ValueID) {
	if m.joined.Has(m.firstBB + int(b)) {
		for _, arg := range args {
			m.value(arg)
		}
		return
	}
	preds := m.f.Graph.Preds(b)
	repeated, all := false, true
	for k, arg := range args {
		switch {
		case k == len(preds):
			m.value(arg) // from the start of the function
		case !m.comesFrom(b, preds, k):
			all = false
		case isRepeated(args, k):
			m.value(arg)
			repeated = true
		default:
			m.value(arg)
			m.branch(preds[k])
		}
	}
	if repeated {
		m.joins = append(m.joins, joinItem{int32(m.f.Number), ^int32(phi)})
	} else if all {
		m.joined.Add(m.firstBB + int(b))
	}
}

// comesFrom reports whether control may come to block b over the edge from preds[k].
func (m *marker) comesFrom(b cfg.BlockID, preds []cfg.BlockID, k int) bool {
	edge := 0
	if m.f.Graph.Succs(preds[k])[0] != b || k > 0 && preds[k-1] == preds[k] {
		edge = 1
	}
	return m.c.EdgeExecutable(m.f, preds[k], edge)
}
