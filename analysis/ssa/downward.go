package ssa

import "slices"

// What a run of instructions leaves in a register: the definitions that make up one
// store of the text, which may be several (`x = a < b` is two LOADBOOLs).

// DownwardExposed returns the values that the instructions from start to end, exclusive, give to
// reg and that are there at end, joined by phis of those instructions or not: the definitions
// that reach the end of the run. Where reg is not live at end it is the last of them, or none. Of
// a nil form there are none. The phis themselves are not among the values.
func (s *Form) DownwardExposed(start, end, reg int) []ValueID {
	if s == nil {
		return nil
	}
	g := &s.F.Graph
	b := g.Block(end)
	if int(g.Blocks[b].Start) == end {
		first, n := s.Phis(b)
		for phi := first; phi < first+ValueID(n); phi++ {
			if int(s.Values[phi].Reg) == reg {
				if values := s.joinedBy(phi, start, end, nil); len(values) > 0 {
					return values
				}
			}
		}
	}
	for v := s.firstDef[end] - 1; v >= s.firstDef[start]; v-- {
		if d := &s.Values[v]; int(d.Reg) == reg {
			return []ValueID{v}
		}
	}
	return nil
}

// joinedBy appends what a phi joins of the values that are made from start to end, each once. It
// follows the phis that stand in the run, and ends because the instructions of a store have no
// loop among them.
func (s *Form) joinedBy(phi ValueID, start, end int, values []ValueID) []ValueID {
	g := &s.F.Graph
	for k, v := range s.PhiArgs(phi) {
		if v < 0 || slices.Contains(values, v) {
			continue
		}
		// The edge must come out of the instructions.
		if preds := g.Preds(s.PhiBlock(phi)); k < len(preds) {
			if last := g.Last(preds[k]); last < start || last >= end {
				continue
			}
		}
		switch d := &s.Values[v]; {
		case int(d.PC) < start || int(d.PC) >= end:
		case d.Kind == PhiValue:
			values = s.joinedBy(v, start, end, values)
		default:
			values = append(values, v)
		}
	}
	return values
}
