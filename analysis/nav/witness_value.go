package nav

import (
	"fmt"
	"slices"
	"strings"

	"luaflow/analysis/cfg"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/textmap"
	"luaflow/analysis/value"
	"luaflow/compile/resolve"
	"luaflow/compile/source"
	"luaflow/compile/srcmap"
	"luaflow/compile/syntax"
)

// This file defines why a value or a condition is always the same: the definitions that
// make it so.

// condition explains a condition around the place that always comes out the same.
func (e *explainer) condition() {
	if e.known == nil || e.unit.Funcs[e.in].Broken {
		return
	}
	f := e.flowOf(e.in)
	found, edge, at := cfg.None, 0, noSpan
	for _, b := range f.Graph.Order {
		k, ok := e.known.Decided(f, b)
		span := e.unit.Funcs[e.in].Map.Origins.At(f.Graph.Last(b)).Span()
		if ok && e.touches(span) && (at == noSpan || span.Len() < at.Len()) && !e.isWritten(f, b, span, k) {
			found, edge, at = b, k, span
		}
	}
	if found == cfg.None {
		return
	}
	steps := e.decided(e.in, found, edge)
	e.add(OfCondition, steps[0].Span, steps[0].Text, steps[1:])
}

// touches reports whether the place is in a piece of text, or in the head of it if it
// is a loop.
func (e *explainer) touches(at source.Span) bool {
	if loop, ok := e.statWith(at).(*syntax.NumericFor); ok {
		at.End = loop.Body.Start
	}
	return at.Touches(e.pos)
}

// isWritten reports whether a branch is decided by its text alone, as in `x and 1 or 2`,
// or is one that says nothing: that a loop runs at least once.
func (e *explainer) isWritten(f *flow.Func, b cfg.BlockID, at source.Span, edge int) bool {
	switch effect.ConditionOf(f.Proto.Code[f.Graph.Last(b)]) {
	case effect.Iteration:
		return true
	case effect.Count:
		return edge == 0
	}
	x, _ := e.asked(at, true)
	return x != nil && (textmap.IsTrue(x) || textmap.IsFalse(x))
}

// constant returns what the variable always is where it is read, and the definitions that
// make it so; nil if it may be one thing or another.
func (e *explainer) constant() (is string, steps []Step) {
	if e.known == nil || e.binding.Exposed {
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
	if e.ref.Kind == resolve.ToUpvalue {
		f := e.flowOf(e.fn)
		if pc < 0 || !e.executable(e.fn, pc) || effect.ReferenceOf(f.Proto.Code[pc]) != effect.ReadsUpvalue {
			return 0, ssa.NoValue, value.Bottom
		}
		v = e.Facts.Flow.SSA(f).Def(pc, f.Proto.Code[pc].A())
		return e.fn, v, e.known.Value(f, v)
	}
	f := e.flow()
	if pc < 0 || e.Facts.Flow.SSA(f) == nil || !e.executable(e.binding.Func, pc) {
		return 0, ssa.NoValue, value.Bottom
	}
	i := 0
	for reg := range effect.Uses(f.Proto, pc).All() {
		if reg == e.reg() {
			return e.binding.Func, e.Facts.Flow.SSA(f).Uses(pc)[i], e.known.Operand(f, pc, i)
		}
		i++
	}
	return 0, ssa.NoValue, value.Bottom
}

// pcOfRead returns the pc of the instruction that reads the variable for the name, -1 if
// there is none.
func (e *explainer) pcOfRead() int {
	if e.ref.Kind == resolve.ToUpvalue {
		return int(e.unit.Map.Read(e.name.ID))
	}
	return e.Text.ReadAt(e.name)
}

// format returns what is known of a value.
func (e *explainer) format(v value.Value) string {
	if fn, ok := v.Function(); ok {
		return fmt.Sprintf("the function at line %d", e.Text.Line(e.unit.Tree.Funcs[fn].LinePos))
	}
	if name := v.Name(); name != 0 {
		return whose(name) + " " + Quote(name.String())
	}
	if _, ok := v.Object(); ok {
		return "a table"
	}
	text := oneLine(e.known.Pool().Format(v))
	if strings.HasPrefix(text, `"`) {
		return Quote(text)
	}
	return text
}

// because returns the definitions that decide the instruction at pc.
func (e *explainer) because(fn syntax.FuncID, pc int) []Step {
	f := e.flowOf(fn)
	if effect.ConditionOf(f.Proto.Code[pc]) == effect.Count {
		pc = effect.LoopPreparation(f.Proto, pc)
	}
	t := trace{explainer: e, at: flow.SiteAt(int(fn), pc)}
	for _, v := range e.Facts.Flow.SSA(f).Uses(pc) {
		t.value(fn, v)
	}
	return t.steps
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
	f := t.flowOf(fn)
	form := t.Facts.Flow.SSA(f)
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
		t.step(t.Text.NameSpan(s.Name), "given by the loop: "+t.format(is))
	case t.Text.IsImplicitNil(s):
		t.step(t.Text.NameSpan(s.Name), "declared without a value here, so that it is nil")
	default:
		t.step(t.Text.NameSpan(s.Name), "set to "+t.format(is)+" here")
	}
}

// made goes on to what the instruction at pc makes a value of.
func (t *trace) made(fn syntax.FuncID, pc int, is value.Value) {
	f := t.flowOf(fn)
	i := f.Proto.Code[pc]
	if _, literal := effect.Literal(f.Proto, pc); literal {
		return
	}
	switch effect.ReferenceOf(i) {
	case effect.ReadsUpvalue:
		upvalue, _ := effect.Upvalue(i)
		t.variable(t.unit.Res.Upvalues[fn][upvalue].Binding)
	case effect.ReadsField, effect.ReadsUpvalueField:
		if touch := t.Facts.Objects().Touch(f, pc); touch.Object >= 0 {
			for _, site := range t.Facts.Objects().Sites(touch.Object) {
				t.step(t.firstLine(t.unit.Funcs[site.Func].Map.Origins.At(int(site.PC)).Span()), "the table is made here, and kept to the file")
			}
		}
	case effect.Calls:
		if callee := t.known.Callee(f, pc); callee != nil {
			t.step(t.head(syntax.FuncID(callee.Number)), "the function called returns "+t.format(is))
			return
		}
		for _, arg := range t.Facts.Flow.SSA(f).Uses(pc)[1:] {
			t.value(fn, arg)
		}
	default:
		for _, operand := range t.Facts.Flow.SSA(f).Uses(pc) {
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

// oneLine is text with its white space closed up, cut where it grows too long.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if short := shorten(text); len(short) < len(text) {
		return short + " …"
	}
	return text
}
