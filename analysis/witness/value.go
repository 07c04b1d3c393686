package witness

import (
	"slices"
	"strings"

	"luaflow/analysis/effect"
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
	if e.constants == nil || e.Binding.Exposed {
		return "", nil
	}
	fn, v, known := e.valueRead()
	if known.IsBottom() || !known.IsConstant() && known.Name() == 0 {
		return "", nil
	}
	t := trace{explainer: e}
	e.originsOf().OfValue(fn, v, e.pcOfRead(), t.visit)
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
		return e.Fn, v, e.constants.Value(f, v)
	}
	f := e.Flow()
	if pc < 0 || e.Facts.Code.SSA(f) == nil || !e.executable(e.Binding.Func, pc) {
		return 0, ssa.NoValue, value.Bottom
	}
	i := 0
	for reg := range effect.Uses(f.Proto, pc).All() {
		if reg == e.Reg() {
			return e.Binding.Func, e.Facts.Code.SSA(f).Uses(pc)[i], e.constants.Operand(f, pc, i)
		}
		i++
	}
	return 0, ssa.NoValue, value.Bottom
}

// pcOfRead returns the pc of the instruction that reads the variable for the name, -1 if
// there is none.
func (e *explainer) pcOfRead() int {
	if e.Ref.Kind == resolve.ToUpvalue {
		return int(e.Unit.Map.ReadPC(e.Name.ID))
	}
	return e.Text.ReadAt(e.Name)
}

// decidingSteps returns the definitions that decide the instruction at pc.
func (e *explainer) decidingSteps(fn syntax.FuncID, pc int) []Step {
	f := e.FlowOf(fn)
	if effect.ConditionOf(f.Proto.Code[pc]) == effect.Count {
		pc = effect.LoopPreparation(f.Proto, pc)
	}
	t := trace{explainer: e}
	e.originsOf().Of(fn, pc, t.visit)
	return t.steps
}

// originsOf returns what finds where values come from.
func (e *explainer) originsOf() *Origins {
	if e.origins == nil {
		e.origins = OriginsIn(e.Parts)
	}
	return e.origins
}

// trace tells the origins of values, up to the last one.
type trace struct {
	*explainer
	steps []Step
}

func (t *trace) addStep(at source.Span, text string) {
	if s := (Step{at, text}); !slices.Contains(t.steps, s) {
		t.steps = append(t.steps, s)
	}
}

// visit adds steps for an origin, and reports whether those that it comes from are to be visited.
func (t *trace) visit(o *Origin) (goOn bool) {
	switch o.Kind {
	case ByStore, ByLoop:
		t.store(o.Rec, o.Is)
	case ByOther:
		switch {
		case o.Rec.Name == syntax.NoName:
		case t.Text.IsImplicitNil(o.Rec):
			t.store(o.Rec, value.Of(value.Nil))
		case len(ValuesOf(t.Parts, o.Func, o.Rec)) == 0:
			t.addStep(t.Text.NameSpan(o.Rec.Name), "set here")
		}
	case ByTable:
		for _, at := range t.originsOf().Created(o) {
			t.addStep(t.firstLine(at), "the table is created here, and never leaves the file")
		}
	case ByCallee:
		t.addStep(t.head(o.Func), "the function called returns "+t.format(o.Is))
	}
	return true
}

// store adds a step at a store to a variable.
func (t *trace) store(s *srcmap.StoreRec, is value.Value) {
	switch {
	case s.Name == syntax.NoName:
	case s.Kind == srcmap.LoopInit:
		t.addStep(t.Text.NameSpan(s.Name), "set by the loop: "+t.format(is))
	case t.Text.IsImplicitNil(s):
		t.addStep(t.Text.NameSpan(s.Name), "declared without a value here, so it is nil")
	default:
		t.addStep(t.Text.NameSpan(s.Name), "set to "+t.format(is)+" here")
	}
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
