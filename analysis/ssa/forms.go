package ssa

import "luaflow/analysis/flow"

// Forms is the forms of all functions of a program. It is immutable.
type Forms struct {
	of       []*Form    // by function; nil for those that are too large
	observed flow.Lists // by cell: values, see ObservedIn
}

// New returns the forms of the functions of a program, of which cells is the table of
// cells. They are valid until mem is used for the next ones.
func New(flow *flow.Program, cells *flow.CellTable, mem *Memory) *Forms {
	mem.Reset()
	mem.cfg.Meter = mem.Meter
	p := &Forms{of: mem.byFunc.Take(len(flow.Funcs))}
	for i := range flow.Funcs {
		if f := &flow.Funcs[i]; !f.IsLarge {
			p.of[i] = mem.form(f.Body)
		}
	}
	p.findObservations(flow, cells, mem)
	return p
}

// Of returns the form of a function. It is nil if the function is too large (see
// MaxFollowed): the methods of a nil form find no values, operands or phis, so that whoever
// asks has to think the worst.
func (p *Forms) Of(f *flow.Func) *Form { return p.of[f.Number] }

// form returns the form of a function.
func (m *Memory) form(f *flow.Body) *Form {
	if m.Kept != nil {
		if form := m.Kept(f); form != nil {
			return form
		}
	}
	return NewForm(f, m)
}

// ObservedIn returns the values, of the owner's form and in no certain order, that closures may
// see in a cell. A value of which the records do not tell in which variable of its register it is
// may be in any.
func (p *Forms) ObservedIn(cell int) []int32 { return p.observed.Of(cell) }

// findObservations fills observed. The functions must have their forms.
func (p *Forms) findObservations(program *flow.Program, cells *flow.CellTable, mem *Memory) {
	found := mem.found[:0]
	for i, s := range p.of {
		if s != nil && s.cells != nil {
			found = s.appendObservations(found, &program.Funcs[i], cells)
		}
	}
	p.observed = sortByCell(found, len(cells.Cells), &mem.numbers)
	mem.found = found
}
