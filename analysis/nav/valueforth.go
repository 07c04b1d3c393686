package nav

import (
	"luaflow/analysis/depend"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/place"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/witness"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Where a value goes.

// targets finds the sites to which the value at the root goes.
func (w *valueWalk) targets() {
	if fn, s := w.storeAt(); s != nil {
		w.isStore = true
		w.targetsOfStore(fn, s)
		return
	}
	q := place.At(w.Parts, w.root.Start)
	if q.Name != nil && q.Name.Span() == w.root {
		if q.Binding == nil && !q.Info.IsUse {
			w.readsOfGlobal(q)
			return
		}
		if found := q.OfName(); q.Info.IsUse && len(found) > 0 {
			w.targetsOfUse(found)
			return
		}
	}
	w.instructionsAt(w.targetsOfInstruction)
}

// targetsOfStore finds where the value of a store goes.
func (w *valueWalk) targetsOfStore(fn syntax.FuncID, s *srcmap.StoreRec) {
	f := w.flowOf(fn)
	if s.Upvalue >= 0 {
		if cell := w.relation.Cells.Of(int(fn), int(s.Upvalue)); cell >= 0 {
			w.readers(depend.CellOf(cell))
		}
		return
	}
	for _, v := range witness.ValuesOf(w.Parts, fn, s) {
		w.users(f, v)
	}
}

// targetsOfUse finds where a value goes that some instructions read.
func (w *valueWalk) targetsOfUse(found []place.Instruction) {
	for _, i := range found {
		f := w.flowOf(syntax.FuncID(i.Func))
		if i.Reg < 0 { // of an upvalue
			w.made(f, i.PC)
			continue
		}
		form := w.formOf(f)
		for k, v := range form.Uses(i.PC) {
			if v >= 0 && int(form.Values[v].Reg) == i.Reg {
				w.use(f, i.PC, k)
			}
		}
	}
}

// targetsOfInstruction finds where the value goes of the instruction at pc, which the root is.
func (w *valueWalk) targetsOfInstruction(f *flow.Func, pc int) {
	switch effect.ReferenceOf(f.Proto.Code[pc]) {
	case effect.WritesField, effect.WritesUpvalueField, effect.Fills:
		if t := w.relation.Objects.Touch(f, pc); t.How&tables.WritesSlot != 0 {
			w.readers(depend.SlotOf(t.Slot))
		}
		w.exitByWrite(f, pc)
	case effect.Returns:
		w.results(f)
	default:
		w.made(f, pc)
	}
}

// made goes on from what the instruction at pc makes.
func (w *valueWalk) made(f *flow.Func, pc int) {
	first, n := w.formOf(f).Defs(pc)
	for v := first; v < first+ssa.ValueID(n); v++ {
		if w.constants.Value(f, v).IsBottom() {
			continue
		}
		if s := w.stores.Giving(syntax.FuncID(f.Number), v); s != nil {
			w.emitStore(s, w.originOf(f, pc))
			continue
		}
		w.users(f, v)
	}
}

// users goes on from a value to what uses it, if it is ever made.
func (w *valueWalk) users(f *flow.Func, v ssa.ValueID) {
	if !w.constants.Value(f, v).IsBottom() && w.begin(depend.ValueOf(f, v)) {
		w.readersOf(depend.ValueOf(f, v), f, v)
	}
}

// readers goes on from a cell or a slot to what reads it.
func (w *valueWalk) readers(n depend.Node) {
	if w.begin(n) {
		w.readersOf(n, nil, ssa.NoValue)
	}
}

// readersOf goes on from a node; of a value v of f to the operands that are it.
func (w *valueWalk) readersOf(n depend.Node, f *flow.Func, v ssa.ValueID) {
	for to := range w.relation.Serves(n) {
		switch to.Kind {
		case depend.Value:
			w.users(w.relation.FuncOf(to), ssa.ValueID(to.At))
		case depend.Cell:
			w.readers(to)
		case depend.Instruction:
			w.reader(n, to, v)
		}
	}
}

// reader goes on to the instruction that reads what a node is.
func (w *valueWalk) reader(n, to depend.Node, v ssa.ValueID) {
	f, pc := w.relation.FuncOf(to), int(to.At)
	if !w.constants.Executable(f, pc) {
		return
	}
	form := w.formOf(f)
	switch {
	case n.Kind == depend.Value:
		for i, operand := range form.Uses(pc) {
			if operand == v {
				w.use(f, pc, i)
			}
		}
	case n.Kind == depend.Cell && w.relation.CellReadBy(f, pc) != int(n.At):
		for i := range form.Uses(pc) {
			if form.UseByClosure(pc, i) {
				w.use(f, pc, i)
			}
		}
	default:
		w.made(f, pc)
	}
}

// use goes on to what the instruction at pc does with its operand i.
func (w *valueWalk) use(f *flow.Func, pc, i int) {
	at := w.originOf(f, pc)
	ins := f.Proto.Code[pc]
	switch effect.ReferenceOf(ins) {
	case effect.Calls:
		w.call(f, pc, i)
	case effect.Iterates: // the iterator's state becomes the variables of the loop
		w.made(f, pc)
	case effect.Returns:
		if by := w.returnedBy(f, pc, i); by != w.root {
			w.emit(ReturnSite, by, at)
		} else {
			w.results(f)
		}
	case effect.WritesField, effect.WritesUpvalueField:
		if first, end := w.written(f, pc); first <= i && i < end {
			w.assigned(f, pc)
		}
	case effect.ReadsField, effect.ReadsUpvalueField:
		t, ok := w.relation.SlotsReadBy(f, pc)
		if _, isElsewhere := w.fieldIn(readIn, f, pc, false); ok && w.isWritten(t) || isElsewhere && i == 0 {
			w.emit(FieldSite, at, at) // what it reads was put there by others
			if first, n := w.formOf(f).Defs(pc); effect.FetchesMethod(ins) && i == 0 && n == 2 {
				w.users(f, first+1) // which is called with it
			}
			return
		}
		if i == 0 || effect.ReferenceOf(ins) == effect.ReadsUpvalueField { // not the key
			w.made(f, pc)
		}
	case effect.Fills:
		if i > 0 {
			w.stored(f, pc)
		}
	case effect.WritesUpvalue:
		if s := w.upvalueStore(f, pc); s != nil {
			w.emitStore(s, at)
		}
	default:
		if c := effect.ConditionOf(ins); c == effect.Truth || c == effect.Comparison {
			w.emit(ConditionSite, at, at)
		}
		w.made(f, pc)
	}
}

// isWritten reports whether the file puts a value where an access may find it.
func (w *valueWalk) isWritten(t tables.Touch) bool {
	for slot := range w.relation.Found(t) {
		for range w.relation.WritersOf(slot) {
			return true
		}
	}
	return false
}

// returnedBy returns the expression that operand i of the RETURN at pc is the value of.
func (w *valueWalk) returnedBy(f *flow.Func, pc, i int) source.Span {
	if at := w.returned(f, pc, i); at.Valid() {
		return at
	}
	return w.originOf(f, pc)
}

// call goes on to what the call at pc does with its operand i: to the parameters of functions of the file.
func (w *valueWalk) call(f *flow.Func, pc, i int) {
	at, taken := w.originOf(f, pc), false
	for _, c := range w.callees(f, pc) {
		if i < c.first {
			continue
		}
		taken = taken || !w.Unit.Tree.Funcs[c.f.Number].IsVararg()
		stores := w.Unit.Funcs[c.f.Number].Map.Stores
		for k := range stores {
			if s := &stores[k]; s.Kind == srcmap.ParamInit && w.argument(f, pc, c, parameterOf(s)) == i {
				w.emitStore(s, at)
				taken = true
			}
		}
	}
	if !taken && !w.exitByArgument(f, pc, i) {
		w.emit(CallSite, at, at)
	}
}

// assigned goes on to the field or the global that the instruction at pc assigns to.
func (w *valueWalk) assigned(f *flow.Func, pc int) {
	at := w.originOf(f, pc)
	if q := w.globalAt(f, pc); q != nil && q.Ref.Write {
		w.emit(VariableSite, q.Name.Span(), at)
		return
	}
	w.stored(f, pc)
}

// stored goes on to the field that the instruction at pc assigns to: an item of a constructor has the text of its
// value, and if that is the root to what reads it.
func (w *valueWalk) stored(f *flow.Func, pc int) {
	if at := w.originOf(f, pc); at != w.root {
		w.emit(FieldSite, at, at)
	} else {
		w.targetsOfInstruction(f, pc)
	}
}

// readsOfGlobal finds the reads of a global in the file.
func (w *valueWalk) readsOfGlobal(q *place.Query) {
	for _, o := range occurrencesOf(q) {
		if o.Kind == Read {
			w.emit(VariableSite, o.Span, o.Span)
		}
	}
}

// results goes on to the calls that get what a function returns.
func (w *valueWalk) results(f *flow.Func) {
	w.callsOf(syntax.FuncID(f.Number), func(caller *flow.Func, pc int, _ callee) {
		at := w.originOf(caller, pc)
		w.emit(CallSite, at, at)
	})
	w.exitByFunction(f.Number, Exit{Kind: CalledElsewhere, Where: w.root})
}
