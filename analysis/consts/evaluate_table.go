package consts

import (
	"cmp"
	"slices"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/names"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
)

// Fields and variables: what is read from tables and cells, and what is written
// there. Both are weak: a read finds the join of all that is ever written, in whichever order, since it
// is not known which call comes first. What a function reads in its own register is told by its form,
// which knows the order. After
//
//	local t = {}
//	t.n = 1
//	t[key] = "x"
//
// t.n is an integer, a string or nil: 1, or "x" if key is "n", or what was there before either.

// upvalue returns what an upvalue of the function in work may hold; Bottom as long as nothing has been
// put there that a closure may find, and in a function that nothing makes closures of.
func (w *propagator) upvalue(index int) value.Value {
	cell := w.table.Of(w.f.Number, index)
	switch {
	case cell < 0:
		return value.Bottom
	case w.names.IsGlobals(cell):
		return w.pool.OfName(names.G)
	}
	return w.cells[cell].content
}

// setUpvalue evaluates SETUPVAL. The variable is another function's, so that the call has written beyond
// itself; one of main's upvalues belongs to whoever loads the program, who can see that.
func (w *propagator) setUpvalue(pc int, i bytecode.Instruction) successors {
	cell := w.table.Of(w.f.Number, i.B())
	if cell < 0 {
		return stays
	}
	impact := value.None
	if w.table.Cells[cell].Owner < 0 {
		impact = value.Effects
	}
	w.setImpact(pc, impact)
	w.state.writes = true
	w.growCell(cell, w.use(pc, 0), true)
	return first
}

// store adds a value of the function in work to the cell that closures may read it in. It is in a
// variable when it is made, or when the variable's scope begins: in `local x = f()` the call gives the
// value to a register that no record names yet.
func (w *propagator) store(v ssa.ValueID, is value.Value) {
	d := &w.s.Values[v]
	stored := false
	if cell := w.table.Holding(w.f, w.s.HeldFrom(d), int(d.Reg)); cell >= 0 {
		w.growCell(cell, is, false)
		stored = true
	}
	initials := w.initials[w.firstInitial[w.f.Number]:w.firstInitial[w.f.Number+1]]
	k, _ := slices.BinarySearchFunc(initials, v, func(at initial, v ssa.ValueID) int { return int(at.value - v) })
	for ; k < len(initials) && initials[k].value == v; k++ {
		w.growCell(int(initials[k].cell), is, false)
		stored = true
	}
	if !stored {
		w.storeAnywhere(int(d.Reg))
	}
}

// initial is the value that a captured variable has where its scope begins.
type initial struct {
	function int32
	value    ssa.ValueID
	cell     int32
}

// compareInitials orders initials by function, then value, so that those of one value are neighbours.
func compareInitials(a, b initial) int {
	return cmp.Or(cmp.Compare(a.function, b.function), cmp.Compare(a.value, b.value), cmp.Compare(a.cell, b.cell))
}

// findInitials fills w.initials, in order, and w.firstInitial.
func (w *propagator) findInitials() {
	w.initials = w.initials[:0]
	for k := range w.table.Cells {
		c := &w.table.Cells[k]
		if c.Owner < 0 || c.Local < 0 || !w.part.Owns(c) {
			continue
		}
		f := &w.program.Funcs[c.Owner]
		if start := int(f.Proto.Locals[c.Local].StartPC); start < len(f.Proto.Code) {
			if v := w.forms.Of(f).At(start, c.Reg); v >= 0 {
				w.initials = append(w.initials, initial{int32(c.Owner), v, int32(k)})
			}
		}
	}
	slices.SortFunc(w.initials, compareInitials)
	w.firstInitial = flow.Zeroed(&w.propagation.firstInitial, len(w.program.Funcs)+1)
	for i := range w.initials {
		w.firstInitial[w.initials[i].function+1] = int32(i + 1)
	}
	for i := 1; i < len(w.firstInitial); i++ { // of functions without any
		w.firstInitial[i] = max(w.firstInitial[i], w.firstInitial[i-1])
	}
}

// storeAnywhere: the records do not tell in which variable of the register a value
// is, so that closures may find it in any.
func (w *propagator) storeAnywhere(reg int) {
	for k := range w.table.Cells {
		if c := &w.table.Cells[k]; c.Owner == w.f.Number && c.Reg == reg {
			w.growCell(k, value.Unknown, false)
		}
	}
}

// growCell adds to what closures may find in a cell; a closure has written it there,
// or the owner has. Whoever reads the upvalue is evaluated again, and if a closure has written it those
// of the owner's instructions too that may find that in the register.
func (w *propagator) growCell(cell int, is value.Value, byClosure bool) {
	state, c := &w.cells[cell], &w.table.Cells[cell]
	if state.rewritten {
		is = rewritten(is)
	}
	if joined := value.Join(state.content, is); joined != state.content {
		state.content = joined
		for _, at := range c.Reads {
			w.pending = append(w.pending, task{int32(at.Func), ssa.User(at.PC)})
		}
	}
	if joined := value.Join(state.written, is); byClosure && joined != state.written {
		state.written = joined
		w.wakeOwner(c)
	}
}

// wakeOwner queues the instructions of the owner that may read what a closure wrote.
func (w *propagator) wakeOwner(c *flow.Cell) {
	if c.Owner < 0 {
		return
	}
	owner := &w.program.Funcs[c.Owner]
	start, end := 0, len(owner.Proto.Code)
	if c.Local >= 0 {
		l := &owner.Proto.Locals[c.Local]
		start, end = int(l.StartPC), int(l.EndPC)
	}
	for pc := range owner.UsesBetween(c.Reg, start, end) {
		w.pending = append(w.pending, task{int32(c.Owner), ssa.User(pc)})
	}
}

// index evaluates GETTABUP, GETTABLE and SELF, the last of which hands on the table as well.
func (w *propagator) index(pc int, i bytecode.Instruction) successors {
	var table value.Value
	if i.Op() == bytecode.GETTABUP {
		table = w.upvalue(i.B())
	} else {
		table = w.use(pc, 0)
	}
	if table.IsBottom() {
		return stays
	}
	if i.Op() == bytecode.SELF {
		w.set(w.s.First(pc)+1, table)
	}
	field, impact := w.field(pc, table)
	return w.result(pc, field, impact)
}

// field returns what is known of the field of a table that the instruction at pc reads, and the Impact
// of reading it: of an object none, as it has no metatable; of a standard name none; of what may have a
// metatable that of an operator; and of what can only be an error, Effects.
func (w *propagator) field(pc int, table value.Value) (value.Value, value.Impact) {
	touch := w.objects.Touch(w.f, pc)
	if touch.Object >= 0 {
		w.wait(&w.readers[touch.Slot], pc)
		if table.Is(value.Table) {
			return w.slot(touch), value.None
		}
	}
	if name := w.standardField(pc, table); name != 0 {
		return w.pool.OfName(name), value.None
	}
	if table.MayBe(value.Table | value.String | value.Other) {
		return value.Unknown, value.Operators
	}
	return value.Unknown, value.Effects
}

// standardField returns the standard name of the field that the instruction at pc reads
// of a standard table or of a string; 0 if it has none. It has none either if the program may assign
// that field.
func (w *propagator) standardField(pc int, table value.Value) value.Name {
	rk := effect.Key(w.f.Proto.Code[pc])
	if name := table.Name(); name != 0 {
		return w.names.Field(name, w.f, rk)
	}
	if !table.Is(value.String) || !bytecode.IsK(rk) {
		return 0
	}
	key := w.f.Proto.Constants[bytecode.KIndex(rk)]
	return w.names.Method(key)
}

// slot returns what a read of a slot may find: what was written to it or under a key that is not known,
// or, if its own key is not known, anything that was written. Or nil.
func (w *propagator) slot(t tables.Touch) value.Value {
	anyField, _, _ := w.objects.Slots(t.Object)
	is := w.fields[t.Object]
	if t.Slot != anyField {
		is = value.Join(w.slots[t.Slot], w.slots[anyField])
	}
	return value.Join(is, value.Of(value.Nil))
}

// setField adds to what a slot may hold. Those who read the slot are evaluated again, and those who read
// under a key that is not known; if this one is not known, those who read any slot. The function writes
// beyond itself unless it makes all tables of the object: to have one of an earlier call it must have
// kept it, which was such a write.
func (w *propagator) setField(t tables.Touch, is value.Value) {
	for _, site := range w.objects.Sites(t.Object) {
		if int(site.Func) != w.f.Number {
			w.state.writes = true // the table may be older than the call
		}
	}
	joined := value.Join(w.slots[t.Slot], is)
	if joined == w.slots[t.Slot] {
		return
	}
	w.slots[t.Slot] = joined
	anyField, n, _ := w.objects.Slots(t.Object)
	if all := value.Join(w.fields[t.Object], is); all != w.fields[t.Object] {
		w.fields[t.Object] = all
		w.wake(w.readers[anyField])
	}
	if t.Slot != anyField {
		w.wake(w.readers[t.Slot])
		return
	}
	for slot := anyField + 1; slot < anyField+tables.SlotID(n); slot++ {
		w.wake(w.readers[slot])
	}
}

// setIndex evaluates SETTABUP and SETTABLE. A store to what is no object has Effects: whoever else has
// the table can see it.
func (w *propagator) setIndex(pc int, i bytecode.Instruction) successors {
	impact := value.Effects
	if t := w.objects.Touch(w.f, pc); t.How&tables.WritesSlot != 0 {
		var table, key, is value.Value
		if i.Op() == bytecode.SETTABUP {
			table = w.upvalue(i.A())
			key, is = w.operandsBC(pc, i, 0)
		} else {
			table = w.use(pc, 0)
			key, is = w.operandsBC(pc, i, 1)
		}
		if table.IsBottom() {
			return stays
		}
		w.setField(t, is)
		impact = w.storeImpact(table, key, i.Op() == bytecode.SETTABLE && w.isCount(pc, i.B()))
	}
	w.setImpact(pc, impact)
	return first
}

// storeImpact returns the Impact of a store into what may be an object: a table without
// a metatable takes any key but nil and NaN. A number that is a count is no NaN.
func (w *propagator) storeImpact(table, key value.Value, isCount bool) value.Impact {
	f, isFloat := key.Float()
	switch {
	case !table.MayBe(value.Table), key.Is(value.Nil), isFloat && f != f:
		return value.Effects
	case !table.Is(value.Table), key.MayBe(value.Nil), w.pool.MayBeNaN(key) && !(isCount && key.Is(value.Number)):
		return value.Operators
	}
	return value.None
}

// fill evaluates SETLIST, which asks for no metamethod. Which items it stores where is not told apart.
func (w *propagator) fill(pc int, i bytecode.Instruction) successors {
	impact := value.Effects
	if t := w.objects.Touch(w.f, pc); t.How&tables.WritesSlot != 0 {
		impact = value.None
		items := value.Bottom
		for _, item := range w.uses(pc, 1) {
			items = value.Join(items, item)
		}
		if effect.TakesOpen(i) {
			items = value.Unknown
		}
		w.setField(t, items)
	}
	w.setImpact(pc, impact)
	return first
}
