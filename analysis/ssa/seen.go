package ssa

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
)

// Which values of the function that a variable lives in closures may see in its
// cell, for those who go from a cell to what is in it.

// Seen returns the values, of the owner, that closures may see in a cell. A value of which
// the records do not tell in which variable of its register it is may be in any.
func (p *Forms) Seen(cell int) []int32 { return p.seen.Of(cell) }

// seenIn is a value and a cell that it may be in.
type seenIn struct{ cell, value int32 }

// findSeen finds those values. The functions must have their forms.
func (p *Forms) findSeen(cells *flow.CellTable) {
	found := p.mem.found[:0]
	for _, s := range p.of {
		if s != nil && s.cells != nil {
			found = s.appendSeen(found, cells)
		}
	}
	p.seen = sortSeen(found, len(cells.Cells), p.mem)
	p.mem.found = found
}

// appendSeen appends the values of s that closures may see.
func (s *Form) appendSeen(found []seenIn, t *flow.CellTable) []seenIn {
	f := s.F
	for v := range s.cells.observed.All {
		d := &s.Values[v]
		if cell := t.At(f, s.HeldFrom(d), int(d.Reg)); cell >= 0 {
			found = append(found, seenIn{int32(cell), int32(v)})
			continue
		}
		for k := range t.Cells {
			if c := &t.Cells[k]; c.Owner == f.Number && c.Reg == int(d.Reg) {
				found = append(found, seenIn{int32(k), int32(v)})
			}
		}
	}
	return found
}

// HeldFrom returns the first pc at which a value is in its register.
func (s *Form) HeldFrom(d *Definition) int {
	switch d.Kind {
	case EntryValue:
		return 0
	case PhiValue:
		return int(d.PC)
	case EdgeValue:
		first, _ := effect.Successors(s.F.Proto, int(d.PC))
		return first
	}
	return int(d.PC) + 1
}

// sortSeen sorts by cell.
func sortSeen(found []seenIn, cells int, mem *Memory) flow.Lists {
	l := flow.Lists{First: mem.numbers.Take(cells + 2), Items: mem.numbers.Take(len(found))}
	next := l.First[1:] // shifted by one until all values are in place
	for _, s := range found {
		next[s.cell+1]++
	}
	for k := range cells {
		next[k+1] += next[k]
	}
	for _, s := range found {
		l.Items[next[s.cell]] = s.value
		next[s.cell]++
	}
	l.First = l.First[:cells+1]
	return l
}
