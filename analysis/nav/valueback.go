package nav

import (
	"luaflow/analysis/depend"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/place"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/analysis/witness"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Where a value comes from.

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
	if e := expressionAt(w.Text, w.root); choice(e) != nil {
		eachChoice(e, true, true, w.chosen)
		return
	}
	w.instructionsAt(func(f *flow.Func, pc int) { w.operands(f, pc, -1) })
}

// chosen goes back from an expression that may give the value of the root.
func (w *valueWalk) chosen(e syntax.Expr) {
	switch e := e.(type) {
	case *syntax.Literal, *syntax.Number, *syntax.String, *syntax.Table, *syntax.Function, *syntax.Vararg:
		w.emit(ConstantSite, e.Span(), e.Span())
		return
	case *syntax.Name:
		if q := place.At(w.Parts, e.Start); q.Name == e && q.Binding != nil {
			q.Answer()
			for i := range q.Info.Defs {
				w.emit(VariableSite, q.Info.Defs[i].Site, q.Info.Defs[i].Site)
			}
			return
		}
	}
	w.instructionsOf(e.Span(), func(f *flow.Func, pc int) {
		if effect.ReferenceOf(f.Proto.Code[pc]) == effect.Calls && len(w.callees(f, pc)) == 0 && !w.exitByCall(f, pc, 0, false) {
			w.emit(CallSite, e.Span(), e.Span())
			return
		}
		w.operands(f, pc, -1)
	})
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
	w.callsOf(fn, func(f *flow.Func, pc int, c callee) {
		if i := w.argument(f, pc, c, k); i > 0 {
			at := w.argumentAt(f, pc, i)
			w.emit(ArgumentSite, at, at)
		}
	})
	w.exitByFunction(int(fn), Exit{Kind: GivenElsewhere, Index: k})
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
		if callees := w.callees(f, pc); len(callees) > 0 {
			w.resultsOf(f, pc, callees, resultOf(f, pc, reg), effect.IsOpen(f.Proto.Code[pc]))
		} else if w.exitByCall(f, pc, resultOf(f, pc, reg), effect.IsOpen(f.Proto.Code[pc])) {
			return
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
	o := w.Unit.Funcs[f.Number].Map.Origins.At(pc)
	if o.Role() == srcmap.Store || w.isAlone {
		return
	}
	at := o.Span()
	if e := expressionAt(w.Text, at); choice(e) != nil {
		at = lastChoice(e).Span()
	}
	w.emit(ConstantSite, at, at)
}

// resultsOf finds what the functions that the call at pc may call return as its result n, and if more after that too.
func (w *valueWalk) resultsOf(f *flow.Func, pc int, callees []callee, n int, more bool) {
	for _, c := range callees {
		switch {
		case n >= c.skip:
			w.returns(c.f, n-c.skip, more)
		case more:
			w.returns(c.f, 0, more)
		default: // whether pcall was successful
			at := w.originOf(f, pc)
			w.emit(CallSite, at, at)
		}
	}
}

// returns finds what a function returns as its result n, and if more after that too.
func (w *valueWalk) returns(f *flow.Func, n int, more bool) {
	for pc, ins := range f.Proto.Code {
		if effect.ReferenceOf(ins) != effect.Returns || !w.constants.Executable(f, pc) {
			continue
		}
		end := n + 1
		if r := w.returnAt(f, pc); more && r != nil {
			end = max(end, len(r.Exprs()))
		}
		for k := n; k < end; k++ {
			if at := w.returned(f, pc, k); at.Valid() {
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
		_, n := effect.Defs(f.Proto, pc).Run()
		more := reg < 0 && n > 1 || effect.IsOpen(f.Proto.Code[pc])
		if callees := w.callees(f, pc); len(callees) > 0 {
			w.resultsOf(f, pc, callees, max(0, resultOf(f, pc, reg)), more)
			return
		}
		if w.exitByCall(f, pc, max(0, resultOf(f, pc, reg)), more) {
			return
		}
		first = 1
		if w.counts(f, pc) {
			first = end
		}
	case effect.WritesField, effect.WritesUpvalueField:
		first, end = w.written(f, pc)
	case effect.Fills:
		first = 1
	case effect.ReadsField:
		if effect.FetchesMethod(f.Proto.Code[pc]) && reg > 0 && resultOf(f, pc, reg) == 1 {
			w.operand(f, pc, 0) // the table itself
			return
		}
		if w.fields(f, pc) || w.exitByRead(f, pc) {
			return
		}
		end = min(end, 1)
	case effect.ReadsUpvalueField:
		if w.global(f, pc) || w.fields(f, pc) || w.exitByRead(f, pc) {
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

// counts reports whether the call at pc is select("#", …), whose result is made of none of the values.
func (w *valueWalk) counts(f *flow.Func, pc int) bool {
	k, ok := w.formOf(f).Constant(pc, 0, 1)
	return ok && k == bytecode.String("#") && w.Facts.Code.Names().OfCallee(f, pc) == value.Global("select")
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
	index, isKnown := 0, false
	if effect.ReferenceOf(f.Proto.Code[pc]) == effect.ReadsField {
		if k, ok := w.formOf(f).Constant(pc, effect.Key(f.Proto.Code[pc]), 1); ok && k.Kind == bytecode.KInt {
			index, isKnown = int(k.Int()), true
		}
	}
	for slot := range w.relation.Found(t) {
		isNew := w.begin(depend.SlotOf(slot))
		for site := range w.relation.WritersOf(slot) {
			by := &w.relation.Program.Funcs[site.Func]
			if !w.constants.Executable(by, int(site.PC)) {
				continue
			}
			if isKnown && effect.ReferenceOf(by.Proto.Code[site.PC]) == effect.Fills {
				some = w.item(by, int(site.PC), index) || some
				continue
			}
			if isNew {
				at := w.originOf(by, int(site.PC))
				w.emit(FieldSite, at, at)
			}
			some = true
		}
	}
	return some
}

// item goes back to what the SETLIST at pc puts into a table as its item of an index. It reports whether it does.
func (w *valueWalk) item(f *flow.Func, pc, index int) bool {
	uses := w.formOf(f).Uses(pc)
	i := index - (effect.Batch(f.Proto, pc)-1)*itemsInBatch
	if i < 1 {
		return false
	}
	at, last := w.originOf(f, pc), len(uses)-1
	if !effect.TakesOpen(f.Proto.Code[pc]) || i < last {
		if i <= last {
			w.emit(FieldSite, at, at)
		}
		return i <= last
	}
	if d := &w.formOf(f).Values[uses[last]]; d.Kind == ssa.DefValue && effect.ReferenceOf(f.Proto.Code[d.PC]) == effect.Calls {
		if callees := w.callees(f, int(d.PC)); len(callees) > 0 {
			w.resultsOf(f, int(d.PC), callees, i-last, false)
			return true
		}
	}
	w.emit(FieldSite, at, at)
	return true
}

// itemsInBatch is how many items a SETLIST of a batch before the last puts into a table.
const itemsInBatch = 50

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
