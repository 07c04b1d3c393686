package nav

import (
	"luaflow/analysis/depend"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/place"
	"luaflow/analysis/ssa"
	"luaflow/analysis/tables"
	"luaflow/analysis/waste"
	"luaflow/analysis/witness"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Where a value comes from.

// SourcesOf returns where the value at a site comes from, in the order of the text.
func SourcesOf(p *waste.Parts, at source.Span) []Flow {
	w := newValueWalk(p, at)
	if w != nil {
		w.sources()
	}
	return w.result()
}

// sources finds the sites from which the value at the root comes.
func (w *valueWalk) sources() {
	if fn, s := w.storeAt(); s != nil {
		w.isStore = true
		w.sourcesOfStore(fn, s)
		return
	}
	if q := place.At(w.Parts, w.root.Start); q.Name != nil && q.Name.Span() == w.root && q.Info.IsUse {
		q.Answer()
		for i := range q.Info.Defs {
			w.emit(VariableSite, q.Info.Defs[i].Site, q.Info.Defs[i].Site)
		}
		return
	}
	w.instructionsAt(func(f *flow.Func, pc int) { w.operands(f, pc, -1) })
}

// sourcesOfStore finds what a store stores.
func (w *valueWalk) sourcesOfStore(fn syntax.FuncID, s *srcmap.StoreRec) {
	f := w.flowOf(fn)
	switch {
	case s.Kind == srcmap.ParamInit:
		w.arguments(fn, parameterOf(s))
	case s.Upvalue >= 0:
		for pc := int(s.PCs.Start); pc < int(s.PCs.End); pc++ {
			if upvalue, how := effect.Upvalue(f.Proto.Code[pc]); how == effect.Write && upvalue == int(s.Upvalue) {
				w.operands(f, pc, -1)
			}
		}
	default:
		values := witness.ValuesOf(w.Parts, fn, s)
		for _, v := range values {
			d := &w.formOf(f).Values[v]
			w.isAlone = len(values) == 1 && d.Kind == ssa.DefValue && len(w.formOf(f).Uses(int(d.PC))) == 0
			w.makers(f, v)
		}
	}
}

// arguments finds what the calls of a function give to its parameter k.
func (w *valueWalk) arguments(fn syntax.FuncID, k int) {
	w.callsOf(fn, func(f *flow.Func, pc int) {
		if i := w.argument(f, pc, k); i >= 0 && w.constants.Executable(f, pc) {
			at := w.originOf(f, pc)
			if v := w.formOf(f).Uses(pc)[i]; v >= 0 && w.formOf(f).Values[v].Kind == ssa.DefValue {
				at = w.originOf(f, int(w.formOf(f).Values[v].PC))
			}
			w.emit(ArgumentSite, at, at)
		}
	})
}

// value goes back from a value, to the store that gives it if there is one.
func (w *valueWalk) value(f *flow.Func, v ssa.ValueID) {
	if v < 0 || w.constants.Value(f, v).IsBottom() {
		return
	}
	if s := w.stores.Giving(syntax.FuncID(f.Number), v); s != nil {
		w.emitStore(s, source.NoSpan)
		return
	}
	w.makers(f, v)
}

// makers goes back from a value to what makes it.
func (w *valueWalk) makers(f *flow.Func, v ssa.ValueID) {
	if w.constants.Value(f, v).IsBottom() || !w.begin(depend.ValueOf(f, v)) { // it is never made
		return
	}
	form := w.formOf(f)
	switch d := &form.Values[v]; d.Kind {
	case ssa.PhiValue:
		for _, arg := range form.PhiArgs(v) {
			w.value(f, arg)
		}
	case ssa.DefValue, ssa.EdgeValue:
		w.maker(f, int(d.PC), int(d.Reg))
	}
}

// maker goes back from the value that the instruction at pc gives to a register. A call, and what reads
// nothing, is a site.
func (w *valueWalk) maker(f *flow.Func, pc, reg int) {
	at := w.originOf(f, pc)
	switch effect.ReferenceOf(f.Proto.Code[pc]) {
	case effect.Calls:
		if callee := w.constants.Callee(f, pc); callee != nil {
			w.returns(callee, resultOf(f, pc, reg))
		} else if at != w.root {
			w.emit(CallSite, at, at)
		} else {
			w.operands(f, pc, reg)
		}
	default:
		if len(w.formOf(f).Uses(pc)) == 0 && !depend.Elsewhere.Has(f.Proto.Code[pc]) {
			w.constant(f, pc)
			return
		}
		w.operands(f, pc, reg)
	}
}

// constant notes what reads nothing, unless it is all that the store gives, which is plain from its text.
func (w *valueWalk) constant(f *flow.Func, pc int) {
	if o := w.Unit.Funcs[f.Number].Map.Origins.At(pc); o.Role() != srcmap.Store && !w.isAlone {
		w.emit(ConstantSite, o.Span(), o.Span())
	}
}

// returns finds what a function returns as its result n.
func (w *valueWalk) returns(f *flow.Func, n int) {
	for pc, ins := range f.Proto.Code {
		if effect.ReferenceOf(ins) == effect.Returns && w.constants.Executable(f, pc) {
			if at := w.returned(f, pc, n); at.Valid() {
				w.emit(ReturnSite, at, at)
			}
		}
	}
}

// operands goes back from the instruction at pc to what it makes a value of: all but the table, if it
// assigns to a field, and but the function that it calls. reg is the register of the value; -1 for any.
func (w *valueWalk) operands(f *flow.Func, pc, reg int) {
	first, end := 0, len(w.formOf(f).Uses(pc))
	switch effect.ReferenceOf(f.Proto.Code[pc]) {
	case effect.Calls:
		if callee := w.constants.Callee(f, pc); callee != nil {
			w.returns(callee, 0)
			return
		}
		first = 1
	case effect.WritesField, effect.WritesUpvalueField:
		first, end = w.written(f, pc)
	case effect.Fills:
		first = 1
	case effect.ReadsField:
		if effect.FetchesMethod(f.Proto.Code[pc]) && reg > 0 && resultOf(f, pc, reg) == 1 {
			w.operand(f, pc, 0) // the table itself
			return
		}
		if w.fields(f, pc) {
			return
		}
		end = min(end, 1)
	case effect.ReadsUpvalueField:
		if w.global(f, pc) || w.fields(f, pc) {
			return
		}
	}
	for i := first; i < end; i++ {
		w.operand(f, pc, i)
	}
	if cell := w.relation.CellReadBy(f, pc); cell >= 0 {
		w.cell(cell)
	}
}

// written returns which operands of the instruction at pc, which assigns to a field, are its value: one, or
// none if that is a constant.
func (w *valueWalk) written(f *flow.Func, pc int) (first, end int) {
	operands := effect.Operands(f.Proto, pc, nil)
	n := len(w.formOf(f).Uses(pc))
	if last := operands[len(operands)-1]; last.IsConstant() {
		return n, n
	}
	return n - 1, n
}

// operand goes back from an operand of the instruction at pc, and to what closures may have written there.
func (w *valueWalk) operand(f *flow.Func, pc, i int) {
	form := w.formOf(f)
	v := form.Uses(pc)[i]
	w.value(f, v)
	if v >= 0 && form.UseByClosure(pc, i) {
		for cell := range w.relation.CellsIn(f, pc, int(form.Values[v].Reg)) {
			w.cell(cell)
		}
	}
}

// cell goes back from a variable that closures share to what may write it.
func (w *valueWalk) cell(cell int) {
	n := depend.CellOf(cell)
	if !w.begin(n) {
		return
	}
	for from := range w.relation.Needs(n) {
		f := w.relation.FuncOf(from)
		if from.Kind == depend.Value {
			w.value(f, ssa.ValueID(from.At))
		} else if s := w.upvalueStore(f, int(from.At)); s != nil {
			w.emitStore(s, source.NoSpan)
		}
	}
}

// fields goes back from the instruction at pc to the assignments to the field that it reads of a table that
// stays in the file. It reports whether there are any.
func (w *valueWalk) fields(f *flow.Func, pc int) (some bool) {
	t, ok := w.relation.SlotsReadBy(f, pc)
	if !ok {
		return false
	}
	for slot := range w.relation.Found(t) {
		some = w.writers(slot) || some
	}
	return some
}

// writers finds the assignments to a field, and reports whether there are some or somebody has looked for
// them before.
func (w *valueWalk) writers(slot tables.SlotID) (some bool) {
	if !w.begin(depend.SlotOf(slot)) {
		return true
	}
	for site := range w.relation.WritersOf(slot) {
		f := &w.relation.Program.Funcs[site.Func]
		if w.constants.Executable(f, int(site.PC)) {
			at := w.originOf(f, int(site.PC))
			w.emit(FieldSite, at, at)
			some = true
		}
	}
	return some
}

// global goes back from the instruction at pc to the assignments to the global that it reads, to the name
// itself if there are none. It reports whether it reads one.
func (w *valueWalk) global(f *flow.Func, pc int) bool {
	q := w.globalAt(f, pc)
	if q == nil {
		return false
	}
	global := globalName{q.Name.Sym, q.Ref.Binding}
	some, isKnown := w.globals[global]
	if !isKnown { // else it is read again
		for _, o := range occurrencesOf(q) {
			if o.Kind == Write {
				w.emit(VariableSite, o.Span, o.Span)
				some = true
			}
		}
		w.globals[global] = some
	}
	if !some && q.Name.Span() != w.root {
		w.emit(VariableSite, q.Name.Span(), q.Name.Span())
	}
	return true
}
