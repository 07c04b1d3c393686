package witness

import (
	"slices"
	"strings"

	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// Why a value or a condition is always the same: the definitions that
// make it so.

// constant returns what the variable always is where it is read, and the definitions that
// make it so; nil if it may be one thing or another.
func (e *explainer) constant() (is string, steps []Step) {
	if e.known == nil || e.Binding.Exposed {
		return "", nil
	}
	fn, v, known := e.valueRead()
	if known.IsBottom() || !known.IsConstant() && known.Name() == 0 {
		return "", nil
	}
	t := trace{explainer: e, at: flow.SiteAt(int(fn), e.pcOfRead())}
	t.value(fn, v)
	return e.format(known), t.steps
}

// valueRead returns the value that the name reads.
func (e *explainer) valueRead() (fn syntax.FuncID, v ssa.ValueID, is value.Value) {
	pc := e.pcOfRead()
	if e.Ref.Kind == resolve.ToUpvalue {
		f := e.FlowOf(e.Fn)
		if pc < 0 || !e.executable(e.Fn, pc) || effect.ReferenceOf(f.Proto.Code[pc]) != effect.ReadsUpvalue {
			return 0, ssa.NoValue, value.Bottom
		}
		v = e.Facts.Code.SSA(f).Def(pc, f.Proto.Code[pc].A())
		return e.Fn, v, e.known.Value(f, v)
	}
	f := e.Flow()
	if pc < 0 || e.Facts.Code.SSA(f) == nil || !e.executable(e.Binding.Func, pc) {
		return 0, ssa.NoValue, value.Bottom
	}
	i := 0
	for reg := range effect.Uses(f.Proto, pc).All() {
		if reg == e.Reg() {
			return e.Binding.Func, e.Facts.Code.SSA(f).Uses(pc)[i], e.known.Operand(f, pc, i)
		}
		i++
	}
	return 0, ssa.NoValue, value.Bottom
}

// pcOfRead returns the pc of the instruction that reads the variable for the name, -1 if
// there is none.
func (e *explainer) pcOfRead() int {
	if e.Ref.Kind == resolve.ToUpvalue {
		return int(e.Unit.Map.Read(e.Name.ID))
	}
	return e.Text.ReadAt(e.Name)
}

// because returns the definitions that decide the instruction at pc.
func (e *explainer) because(fn syntax.FuncID, pc int) []Step {
	f := e.FlowOf(fn)
	if effect.ConditionOf(f.Proto.Code[pc]) == effect.Count {
		pc = effect.LoopPreparation(f.Proto, pc)
	}
	t := trace{explainer: e, at: flow.SiteAt(int(fn), pc)}
	for _, v := range e.Facts.Code.SSA(f).Uses(pc) {
		t.value(fn, v)
	}
	return t.steps
}

// valueAt is a value of a function.
type valueAt struct {
	fn syntax.FuncID
	v  ssa.ValueID
}

// trace follows values back to the definitions that make them what they are.
type trace struct {
	*explainer
	at    flow.Site // what reads the values
	steps []Step
	seen  []valueAt
}

func (t *trace) step(at source.Span, text string) {
	if s := (Step{at, text}); !slices.Contains(t.steps, s) {
		t.steps = append(t.steps, s)
	}
}

func (t *trace) value(fn syntax.FuncID, v ssa.ValueID) {
	const most = 60 // values, however strange the code
	if v < 0 || len(t.seen) == most || slices.Contains(t.seen, valueAt{fn, v}) {
		return
	}
	t.seen = append(t.seen, valueAt{fn, v})
	f := t.FlowOf(fn)
	form := t.Facts.Code.SSA(f)
	is := t.known.Value(f, v)
	d := &form.Values[v]
	switch d.Kind {
	case ssa.PhiValue:
		for _, arg := range form.PhiArgs(v) {
			if arg >= 0 && !t.known.Value(f, arg).IsBottom() {
				t.value(fn, arg)
			}
		}
	case ssa.DefValue, ssa.EdgeValue:
		if s := t.storedAs(fn, v); s != nil && !t.isFor(fn, s) {
			t.store(s, is)
		}
		t.made(fn, int(d.PC), is)
	}
}

// isFor reports whether the reader computes the value of a store.
func (t *trace) isFor(fn syntax.FuncID, s *srcmap.StoreRec) bool {
	return int(t.at.Func) == int(fn) && int(s.PCs.Start) <= int(t.at.PC) && int(t.at.PC) < int(s.PCs.End)
}

// store adds a step at a store to a variable.
func (t *trace) store(s *srcmap.StoreRec, is value.Value) {
	switch {
	case s.Name == syntax.NoName:
	case s.Kind == srcmap.LoopInit:
		t.step(t.Text.NameSpan(s.Name), "set by the loop: "+t.format(is))
	case t.Text.IsImplicitNil(s):
		t.step(t.Text.NameSpan(s.Name), "declared without a value here, so it is nil")
	default:
		t.step(t.Text.NameSpan(s.Name), "set to "+t.format(is)+" here")
	}
}

// made goes on to what the instruction at pc makes a value of.
func (t *trace) made(fn syntax.FuncID, pc int, is value.Value) {
	f := t.FlowOf(fn)
	i := f.Proto.Code[pc]
	if _, literal := effect.Literal(f.Proto, pc); literal {
		return
	}
	switch effect.ReferenceOf(i) {
	case effect.ReadsUpvalue:
		upvalue, _ := effect.Upvalue(i)
		t.variable(t.Unit.Res.Upvalues[fn][upvalue].Binding)
	case effect.ReadsField, effect.ReadsUpvalueField:
		if touch := t.Facts.Objects().Touch(f, pc); touch.Object >= 0 {
			for _, site := range t.Facts.Objects().Sites(touch.Object) {
				t.step(t.firstLine(t.Unit.Funcs[site.Func].Map.Origins.At(int(site.PC)).Span()), "the table is created here, and never leaves the file")
			}
		}
	case effect.Calls:
		if callee := t.known.Callee(f, pc); callee != nil {
			t.step(t.head(syntax.FuncID(callee.Number)), "the function called returns "+t.format(is))
			return
		}
		for _, arg := range t.Facts.Code.SSA(f).Uses(pc)[1:] {
			t.value(fn, arg)
		}
	default:
		for _, operand := range t.Facts.Code.SSA(f).Uses(pc) {
			t.value(fn, operand)
		}
	}
}

// variable adds steps at the stores to a variable of a function around.
func (t *trace) variable(id resolve.BindingID) {
	t.Text.EachStore(func(fn syntax.FuncID, s *srcmap.StoreRec) {
		at := max(int(s.PCs.End)-1, 0)
		if s.Binding != id || !t.executable(fn, at) {
			return
		}
		values := t.valuesOf(member{fn, s})
		if len(values) == 0 && s.Name != syntax.NoName && !t.Text.IsImplicitNil(s) {
			t.step(t.Text.NameSpan(s.Name), "set here")
		}
		for _, v := range values {
			t.value(fn, v)
		}
		if t.Text.IsImplicitNil(s) {
			t.store(s, value.Of(value.Nil))
		}
	})
}

// always returns what a choice says, said of all executions.
func always(text string) string {
	switch text {
	case "the loop ends":
		return "the loop never runs its body"
	case "the loop runs its body":
		return "the loop always runs its body"
	}
	return strings.Replace(strings.Replace(text, "` is true", "` is always true", 1), "` is false", "` is always false", 1)
}
