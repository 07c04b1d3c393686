package dataflow

import "luaflow/analysis/effect"

// Which values of the function that a variable lives in closures may see in its
// cell, for those who go from a cell to what is in it.

// seenValues is those values by cell. A value of which the records do not tell in
// which variable of its register it is may be in any.
type seenValues struct{ byCell lists }

// of is the values, of the owner, that closures may see in a cell.
func (s *seenValues) of(cell int) []int32 { return s.byCell.of(cell) }

// seenIn is a value and a cell that it may be in.
type seenIn struct{ cell, value int32 }

// seenValues is computed once per program. The functions must have their forms.
func (p *Program) seenValues() *seenValues {
	cells := p.Cells()
	p.seenOnce.Do(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		var found []seenIn
		for i := range p.Funcs {
			if f := &p.Funcs[i]; f.ssa != nil && f.ssa.cells != nil {
				found = cells.appendSeen(found, f)
			}
		}
		p.seen = &seenValues{sortSeen(found, len(cells.Cells), p.mem)}
	})
	return p.seen
}

// appendSeen appends the values of f that closures may see.
func (t *CellTable) appendSeen(found []seenIn, f *Func) []seenIn {
	for v := range f.ssa.cells.observed.all {
		d := &f.ssa.Values[v]
		if cell := t.At(f, f.HeldFrom(d), int(d.Reg)); cell >= 0 {
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
func (f *Func) HeldFrom(d *Definition) int {
	switch d.Kind {
	case EntryValue:
		return 0
	case PhiValue:
		return int(d.PC)
	case EdgeValue:
		first, _ := effect.Successors(f.Proto, int(d.PC))
		return first
	}
	return int(d.PC) + 1
}

// sortSeen sorts by cell.
func sortSeen(found []seenIn, cells int, mem *Memory) lists {
	l := lists{mem.numbers.Take(cells + 2), mem.numbers.Take(len(found))}
	next := l.first[1:] // shifted by one until all values are in place
	for _, s := range found {
		next[s.cell+1]++
	}
	for k := range cells {
		next[k+1] += next[k]
	}
	for _, s := range found {
		l.items[next[s.cell]] = s.value
		next[s.cell]++
	}
	l.first = l.first[:cells+1]
	return l
}
