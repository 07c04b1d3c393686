package calls

import (
	"slices"

	"luaflow/analysis/depend"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/names"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
)

// Forward: from where a closure is made to its calls.

// maxPlaces is how many values, variables and fields are looked at that may hold a function.
const maxPlaces = 256

// follower follows one function after the other.
type follower struct {
	*Calls
	fn      int
	places  []depend.Node // those that may hold it: a Value, a Cell or a Slot
	escaped bool
}

// follow notes the calls of function number fn, of which the instruction at pc makes the closures.
func (w *follower) follow(f *flow.Func, pc, fn int) {
	w.fn, w.places, w.escaped = fn, w.places[:0], false
	w.define(f, pc)
	for i := 0; i < len(w.places); i++ {
		if i == maxPlaces {
			w.escaped = true
			break
		}
		w.place(w.places[i])
	}
	w.escapes[fn] = w.escaped
}

func (w *follower) add(n depend.Node) {
	if !slices.Contains(w.places, n) {
		w.places = append(w.places, n)
	}
}

// define goes on to the first value that the instruction at pc makes.
func (w *follower) define(f *flow.Func, pc int) {
	if first, n := w.forms.Of(f).Defs(pc); n > 0 {
		w.add(depend.ValueOf(f, first))
	}
}

// place goes on from a place that may hold the function.
func (w *follower) place(n depend.Node) {
	if n.Kind == depend.Cell {
		w.cell(&w.relation.Cells.Cells[n.At])
		return
	}
	for to := range w.relation.Serves(n) {
		if to.Kind != depend.Instruction {
			w.add(to)
			continue
		}
		f := w.relation.FuncOf(to)
		switch {
		case f.IsLarge:
			w.escaped = true
		case !w.constants.Executable(f, int(to.At)):
		case n.Kind == depend.Slot:
			w.readField(f, int(to.At))
		default:
			w.useValue(f, int(to.At), ssa.ValueID(n.At))
		}
	}
}

// cell goes on to what reads a captured variable. One that closures assign may hold anything when its owner
// reads it, and is given up.
func (w *follower) cell(c *flow.Cell) {
	if c.Owner < 0 || len(c.Writes) > 0 {
		w.escaped = true
		return
	}
	for _, at := range c.Reads {
		f := &w.program.Funcs[at.Func]
		switch {
		case !f.IsLarge && !w.constants.Executable(f, int(at.PC)):
		case !f.IsLarge && effect.ReferenceOf(f.Proto.Code[at.PC]) == effect.ReadsUpvalue:
			w.define(f, int(at.PC))
		default:
			w.escaped = true
		}
	}
}

// readField goes on with what the instruction at pc finds in a field.
func (w *follower) readField(f *flow.Func, pc int) {
	switch effect.ReferenceOf(f.Proto.Code[pc]) {
	case effect.ReadsField, effect.ReadsUpvalueField:
		w.define(f, pc)
	case effect.Measures: // it looks for nil alone
	default:
		w.escaped = true
	}
}

// useValue goes on from a value to the instruction that uses it.
func (w *follower) useValue(f *flow.Func, pc int, v ssa.ValueID) {
	for i, used := range w.forms.Of(f).Uses(pc) {
		if used == v {
			w.use(f, pc, i)
		}
	}
}

// use goes on with operand i of the instruction at pc.
func (w *follower) use(f *flow.Func, pc, i int) {
	ins := f.Proto.Code[pc]
	switch effect.ReferenceOf(ins) {
	case effect.Copies:
		w.define(f, pc)
		return
	case effect.Forgets, effect.Compares: // a function has no metamethod that would see it
		return
	case effect.WritesField, effect.WritesUpvalueField:
		t := w.relation.Objects.Touch(f, pc)
		if i == len(w.forms.Of(f).Uses(pc))-1 && isRegister(f, pc) && t.How&tables.WritesSlot != 0 {
			w.add(depend.SlotOf(t.Slot))
			return
		}
	case effect.Calls:
		switch {
		case i == 0:
			w.note(w.fn, flow.SiteAt(f.Number, pc), 1, 0)
			return
		case i == 1 && w.names.OfCallee(f, pc) == names.Pcall && (i+1 < len(w.forms.Of(f).Uses(pc)) || !effect.TakesOpen(ins)):
			w.note(w.fn, flow.SiteAt(f.Number, pc), 2, 1)
			return
		}
	}
	w.escaped = true
}

// isRegister reports whether what the instruction at pc writes to a field is in a register.
func isRegister(f *flow.Func, pc int) bool {
	operands := effect.Operands(f.Proto, pc, nil)
	return !operands[len(operands)-1].IsConstant()
}
