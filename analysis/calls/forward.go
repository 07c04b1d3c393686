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

// follower follows one function after the other.
type follower struct {
	*Calls
	fn      int
	places  []depend.Node        // those that may hold it: a Value, a Cell or a Slot
	held    map[depend.Node]bool // the same; nil as long as they are few
	escaped bool
	found   []found
	readers map[tables.SlotID][]flow.Site // see readersOf; nil until somebody asks
}

// found is a function that a call may call.
type found struct {
	at        flow.Site
	fn, first int32
	inField   bool
	ofSelf    bool
}

// follow notes the calls of function number fn, of which the instruction at pc makes the closures.
func (w *follower) follow(f *flow.Func, pc, fn int) {
	w.fn, w.places, w.held, w.escaped = fn, w.places[:0], nil, false
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

// few is how many places are looked through one by one.
const few = 32

func (w *follower) add(n depend.Node) {
	if w.held == nil && len(w.places) == few {
		w.held = make(map[depend.Node]bool, 4*few)
		for _, p := range w.places {
			w.held[p] = true
		}
	}
	if w.held == nil && slices.Contains(w.places, n) || w.held[n] {
		return
	}
	w.places = append(w.places, n)
	if w.held != nil {
		w.held[n] = true
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
	switch n.Kind {
	case depend.Cell:
		w.cell(&w.relation.Cells.Cells[n.At])
		return
	case depend.Slot:
		w.slot(tables.SlotID(n.At))
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

// slot goes on to what may read a field: under its key, or under one that is not known. What is written under a key that is not known
// may be read under any.
func (w *follower) slot(slot tables.SlotID) {
	objects := w.relation.Objects
	first, n, _ := objects.Slots(objects.ObjectOf(slot))
	if slot != first {
		w.readAt(w.readersOf(slot))
		w.readAt(w.readersOf(first))
		return
	}
	for slot := range tables.SlotID(n) {
		w.readAt(w.readersOf(first + slot))
	}
}

// readersOf returns what reads a field under its own key; of the first slot of an object, what reads under a key that is not known.
func (w *follower) readersOf(slot tables.SlotID) []flow.Site {
	if w.readers == nil {
		w.readers = make(map[tables.SlotID][]flow.Site)
		objects := w.relation.Objects
		for id := range tables.ObjectID(objects.Len()) {
			for _, k := range objects.Readers(id) {
				if t, at := objects.TouchAt(k); t.How&tables.ReadsSlot != 0 {
					w.readers[t.Slot] = append(w.readers[t.Slot], at)
				}
			}
		}
	}
	return w.readers[slot]
}

// readAt goes on with what is found in a field at some sites.
func (w *follower) readAt(sites []flow.Site) {
	for _, at := range sites {
		switch f := &w.program.Funcs[at.Func]; {
		case f.IsLarge:
			w.escaped = true
		case w.constants.Executable(f, int(at.PC)):
			w.readField(f, int(at.PC))
		}
	}
}

// readField goes on with what the instruction at pc finds in a field.
func (w *follower) readField(f *flow.Func, pc int) {
	switch effect.ReferenceOf(f.Proto.Code[pc]) {
	case effect.ReadsField, effect.ReadsUpvalueField:
		w.define(f, pc)
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
			w.note(f, pc, 1)
			return
		case i == 1 && w.names.OfCallee(f, pc) == names.Pcall && (i+1 < len(w.forms.Of(f).Uses(pc)) || !effect.TakesOpen(ins)):
			w.note(f, pc, 2)
			return
		}
	}
	w.escaped = true
}

// note notes a call of the function, whose first argument is operand first.
func (w *follower) note(f *flow.Func, pc, first int) {
	w.found = append(w.found, found{at: flow.SiteAt(f.Number, pc), fn: int32(w.fn), first: int32(first)})
}

// isRegister reports whether what the instruction at pc writes to a field is in a register.
func isRegister(f *flow.Func, pc int) bool {
	i := f.Proto.Code[pc]
	return effect.NamedIn(i).ReadsC(i.C())
}
