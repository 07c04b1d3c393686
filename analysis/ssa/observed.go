package ssa

import (
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/compile/slab"
)

// Which values of the function that a variable lives in closures may see in its
// cell, for those who go from a cell to what is in it.

// observation is a value and a cell that closures may see it in.
type observation struct{ cell, value int32 }

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
func sortByCell(found []observation, cells int, numbers *slab.Slab[int32]) flow.Lists {
	l := flow.Lists{First: numbers.Take(cells + 2), Items: numbers.TakeUncleared(len(found))}
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
