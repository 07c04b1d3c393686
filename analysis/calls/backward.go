package calls

import (
	"slices"

	"luaflow/analysis/depend"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
)

// Backward: whether what is called can only be a function that the program makes.

// origins is one search.
type origins struct {
	*Calls
	places []depend.Node // those that have been looked at: a Value, a Cell or a Slot
	steps  int           // how many of them, and of what writes fields
	chosen bool          // one is a field of a table of which some are read under keys that are not known

	choices map[tables.ObjectID]bool // see isChoice
}

// complete finds out whether a call calls nothing but functions that the program makes.
func (o *origins) complete(c *Callees) {
	o.places, o.steps, o.chosen = o.places[:0], 0, false
	c.Complete = o.operand(&o.program.Funcs[c.Site.Func], int(c.Site.PC), c.First-1)
	c.Chosen = o.chosen
}

// visit reports whether a place is a new one. ok is false if there are too many.
func (o *origins) visit(n depend.Node) (isNew, ok bool) {
	if slices.Contains(o.places, n) {
		return false, true
	}
	o.places = append(o.places, n)
	o.steps++
	return true, o.steps <= maxPlaces
}

// operand reports whether operand i of the instruction at pc can only be a function of the program, if it can be called.
func (o *origins) operand(f *flow.Func, pc, i int) bool {
	s := o.forms.Of(f)
	return s != nil && !s.UseByClosure(pc, i) && o.value(f, s, s.Uses(pc)[i])
}

// notCalled is the types of values that no call calls.
const notCalled = value.Nil | value.Boolean | value.Number | value.String

func (o *origins) value(f *flow.Func, s *ssa.Form, v ssa.ValueID) bool {
	if v < 0 {
		return false
	}
	known := o.constants.Value(f, v)
	if _, ok := known.Function(); ok || known.Is(notCalled) {
		return true
	}
	if isNew, ok := o.visit(depend.ValueOf(f, v)); !isNew || !ok {
		return ok
	}
	switch d := &s.Values[v]; d.Kind {
	case ssa.PhiValue:
		for _, arg := range s.PhiArgs(v) {
			if arg >= 0 && !o.value(f, s, arg) {
				return false
			}
		}
		return true
	case ssa.DefValue, ssa.EdgeValue:
		return o.made(f, s, int(d.PC), v)
	}
	return false
}

// made reports that of a value that the instruction at pc makes.
func (o *origins) made(f *flow.Func, s *ssa.Form, pc int, v ssa.ValueID) bool {
	switch ins := f.Proto.Code[pc]; effect.ReferenceOf(ins) {
	case effect.Copies:
		return o.operand(f, pc, 0)
	case effect.ReadsUpvalue:
		return o.cell(o.relation.CellReadBy(f, pc))
	case effect.ReadsField, effect.ReadsUpvalueField:
		t, ok := o.relation.SlotsReadBy(f, pc)
		if first, _ := s.Defs(pc); !ok || v != first {
			return false
		}
		o.chosen = o.chosen || o.isChoice(t.Object)
		for slot := range o.relation.Found(t) {
			if !o.slot(slot) {
				return false
			}
		}
		return true
	}
	return false
}

func (o *origins) cell(cell int) bool {
	if cell < 0 {
		return false
	}
	c := &o.relation.Cells.Cells[cell]
	if c.Owner < 0 || len(c.Writes) > 0 {
		return false
	}
	if isNew, ok := o.visit(depend.CellOf(cell)); !isNew || !ok {
		return ok
	}
	owner := &o.program.Funcs[c.Owner]
	s := o.forms.Of(owner)
	if s == nil {
		return false
	}
	for _, v := range o.forms.ObservedIn(cell) {
		if !o.value(owner, s, ssa.ValueID(v)) {
			return false
		}
	}
	return true
}

// isChoice reports whether fields of an object are read under a key that is not known.
func (o *origins) isChoice(id tables.ObjectID) bool {
	choice, known := o.choices[id]
	if !known {
		first, _, _ := o.relation.Objects.Slots(id)
		choice = slices.ContainsFunc(o.relation.Objects.Readers(id), func(k int32) bool {
			t, _ := o.relation.Objects.TouchAt(k)
			return t.Slot == first && t.How&tables.ReadsSlot != 0
		})
		o.choices[id] = choice
	}
	return choice
}

func (o *origins) slot(slot tables.SlotID) bool {
	if isNew, ok := o.visit(depend.SlotOf(slot)); !isNew || !ok {
		return ok
	}
	for at := range o.relation.WritersOf(slot) {
		f, pc := &o.program.Funcs[at.Func], int(at.PC)
		if o.steps++; f.IsLarge || o.steps > maxPlaces {
			return false
		}
		if o.constants.Executable(f, pc) && !o.written(f, pc) {
			return false
		}
	}
	return true
}

// written reports that of what the instruction at pc writes to a field.
func (o *origins) written(f *flow.Func, pc int) bool {
	n := len(o.forms.Of(f).Uses(pc))
	switch effect.ReferenceOf(f.Proto.Code[pc]) {
	case effect.WritesField, effect.WritesUpvalueField:
		return !isRegister(f, pc) || o.operand(f, pc, n-1)
	}
	return false
}
