package ssa

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
)

// Which values of the function that a variable lives in closures may see in its
// cell, for those who go from a cell to what is in it.

// ObservedIn returns the values, of the owner's form and in no certain order, that closures may
// see in a cell. A value of which the records do not tell in which variable of its register it is
// may be in any.
func (p *Forms) ObservedIn(cell int) []int32 { return p.observed.Of(cell) }

// observation is a value and a cell that closures may see it in.
type observation struct{ cell, value int32 }

// findObservations fills observed. The functions must have their forms.
func (p *Forms) findObservations(program *flow.Program, cells *flow.CellTable, mem *Memory) {
	found := mem.found[:0]
	for i, s := range p.of {
		if s != nil && s.cells != nil {
			found = s.appendObservations(found, &program.Funcs[i], cells)
		}
	}
	p.observed = sortByCell(found, len(cells.Cells), mem)
	mem.found = found
}

// appendObservations appends the values of s, the form of f, that closures may see, by value.
func (s *Form) appendObservations(found []observation, f *flow.Func, t *flow.CellTable) []observation {
	for v := range s.cells.observed.All {
		d := &s.Values[v]
		if cell := t.At(f, s.HeldFrom(d), int(d.Reg)); cell >= 0 {
			found = append(found, observation{int32(cell), int32(v)})
			continue
		}
		for k := range t.Cells {
			if c := &t.Cells[k]; c.Owner == f.Number && c.Reg == int(d.Reg) {
				found = append(found, observation{int32(k), int32(v)})
			}
		}
	}
	return found
}

// HeldFrom returns the first pc at which a value is in its register: after the instruction that
// makes it, at the start of the block where it joins others, or where its edge leads to.
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

// sortByCell sorts by cell, and leaves those of one cell in their order: it counts the values of
// each, adds up where those of a cell begin, then puts each value into its place (a counting
// sort: Knuth, volume 3, section 5.2, algorithm D).
func sortByCell(found []observation, cells int, mem *Memory) flow.Lists {
	l := flow.Lists{First: mem.numbers.Take(cells + 2), Items: mem.numbers.TakeUncleared(len(found))}
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
