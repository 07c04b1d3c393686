package constantparameter

import (
	"fmt"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/effect"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/flow"
	"luaflow/analysis/ssa"
	"luaflow/analysis/value"
	"luaflow/compile/bytecode"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Parameters that have the same value in every call.

// parameters looks at those of the function.
func (r *reporter) parameters() {
	sites, ok := r.calls.Sites(r.Flow.Number)
	if !ok || len(sites) == 0 || r.Flow.IsLarge {
		return
	}
	hidden := r.hidden()
	for k, n := range r.Func.Params {
		if is, times := r.given(sites, k+hidden); times > 0 {
			r.parameter(&constant{n, k + hidden, is, times, len(sites), r.isWritten(sites, k+hidden), r.pointAt(sites), ""})
		}
	}
}

// hidden returns how many parameters have no name in the text: self.
func (r *reporter) hidden() int { return int(r.Flow.Proto.NumParams) - len(r.Func.Params) }

func (r *reporter) pointAt(sites []flow.Site) []analysis.Related {
	var places []source.Span
	for _, at := range sites {
		places = append(places, r.Unit.Funcs[at.Func].Map.Origins.At(int(at.PC)).Span())
	}
	return analysis.Point(places, "called here")
}

// constant is a parameter that is the same constant at all calls.
type constant struct {
	name  *syntax.Name
	index int
	is    value.Value
	times int // how many calls give it, but for those by which the function hands it on to itself
	calls int // how many calls there are
	// isWritten: some call has an argument for it, if only nil.
	isWritten bool
	related   []analysis.Related // where it is called
	elsewhere string             // the same in words, for other files; "" if there is none
}

// given returns the constant that the calls give parameter k, and how many do, but for those by which the function hands it on to
// itself. times is 0 if they do not all give the same.
func (r *reporter) given(sites []flow.Site, k int) (is value.Value, times int) {
	for _, at := range sites {
		f, pc := &r.Facts.Code.Funcs[at.Func], int(at.PC)
		callees, _ := r.calls.Of(f, pc)
		i, form, v := callees.First+k, r.Facts.Code.SSA(f), value.Of(value.Nil)
		switch {
		case effect.TakesOpen(f.Proto.Code[pc]) && i >= len(form.Uses(pc))-1:
			return value.Value{}, 0 // any number of values
		case i >= len(form.Uses(pc)):
		case f == r.Flow && isParameter(r.Flow, form, pc, i, k):
			continue
		default:
			v = r.constants.Operand(f, pc, i)
		}
		if !v.IsConstant() || times > 0 && v != is {
			return value.Value{}, 0
		}
		is = v
		times++
	}
	return is, times
}

// isParameter reports whether operand i of the instruction at pc is a copy of parameter k.
func isParameter(f *flow.Func, form *ssa.Form, pc, i, k int) bool {
	v := form.Uses(pc)[i]
	if v >= 0 && form.Values[v].Kind == ssa.DefValue {
		if from := int(form.Values[v].PC); effect.ReferenceOf(f.Proto.Code[from]) == effect.Copies {
			v = form.Uses(from)[0]
		}
	}
	return v >= 0 && v == form.Parameter(k)
}

// parameter reports the first condition that a parameter decides.
func (r *reporter) parameter(c *constant) {
	v := r.Facts.Code.SSA(r.Flow).Parameter(c.index)
	b := &r.Unit.Res.Bindings[r.Unit.Res.Refs[c.name.ID].Binding]
	if v < 0 || b.Reads == 0 || b.Writes > 0 && b.Captured || r.Text.Quiet(b) {
		return
	}
	for _, u := range r.Facts.Code.SSA(r.Flow).Users(v) {
		pc := u.PC()
		if pc < 0 || !r.constants.Executable(r.Flow, pc) || r.isDecided(pc) {
			continue
		}
		truth := r.outcome(pc, v, c)
		if truth == value.Sometimes || truth == 0 {
			continue
		}
		cond, ok := r.conditionAt(r.Map.Origins.At(pc).Span(), truth == value.Always)
		if ok && !(cond.holds && c.is.Is(value.Nil)) { // what holds for nil gives the parameter its default
			r.report(c, cond)
			return
		}
	}
}

// isDecided reports whether something else decides the branch at pc already.
func (r *reporter) isDecided(pc int) bool {
	_, ok := r.constants.Decided(r.Flow, r.Flow.Graph.Block(pc))
	return ok
}

// outcome returns how the test at pc comes out, given the value of a parameter; Sometimes if it is no test, or one that people write for
// functions to be of use to others: whether a number or a string is given at all, which of two numbers is greater.
func (r *reporter) outcome(pc int, v ssa.ValueID, c *constant) value.Truth {
	switch i := r.Flow.Proto.Code[pc]; {
	case effect.ConditionOf(i) == effect.Truth:
		if c.is.Is(value.Nil | value.Boolean) {
			return c.is.Truth()
		}
	case effect.ReferenceOf(i) == effect.Compares && effect.ConditionOf(i) == effect.Comparison:
		x, k := r.compared(pc, i.B(), 0, v, c.is)
		y, _ := r.compared(pc, i.C(), k, v, c.is)
		if c.is.Is(value.Nil) && (x.Is(value.Nil|value.Boolean) && y.Is(value.Nil|value.Boolean)) {
			return value.Sometimes
		}
		if c.times > 1 || c.is.Is(value.Nil|value.Boolean) {
			return r.constants.Pool().Equal(x, y)
		}
	}
	return value.Sometimes
}

// compared returns what an operand B or C of the comparison at pc is if v is a constant. It is number k of the values that the
// comparison uses, unless it is a constant; next is the number of the next one.
func (r *reporter) compared(pc, rk, k int, v ssa.ValueID, is value.Value) (known value.Value, next int) {
	form := r.Facts.Code.SSA(r.Flow)
	switch {
	case bytecode.IsK(rk):
		return r.constants.Pool().OfConstant(r.Flow.Proto.Constants[bytecode.KIndex(rk)]), k
	case form.Uses(pc)[k] == v:
		return is, k + 1
	}
	return r.constants.Operand(r.Flow, pc, k), k + 1
}

// report reports a condition.
func (r *reporter) report(c *constant, cond condition) {
	f := r.Finding(r.ID, cond.at)
	what := "this condition"
	if cond.isPart {
		what = "this part of the condition"
	}
	f.Message = fmt.Sprintf("%s: %s is always %t%s", r.reason(c), what, cond.holds, c.elsewhere)
	f.Related = c.related
	r.Report(f)
}

// reason returns what the calls give a parameter, in words.
func (r *reporter) reason(c *constant) string {
	name, is := r.Unit.File.Slice(c.name.Span()), plan.Excerpt(r.constants.Pool().Format(c.is))
	switch {
	case c.is.Is(value.Nil) && !c.isWritten:
		return fmt.Sprintf("no call gives `%s` a value", name)
	case c.calls == 1:
		return fmt.Sprintf("`%s` is %s at the only call", name, is)
	}
	return fmt.Sprintf("`%s` is %s at every call", name, is)
}

// isWritten reports whether some call has an argument for parameter k, if only nil.
func (r *reporter) isWritten(sites []flow.Site, k int) bool {
	return slices.ContainsFunc(sites, func(at flow.Site) bool {
		f := &r.Facts.Code.Funcs[at.Func]
		callees, _ := r.calls.Of(f, int(at.PC))
		return callees.First+k < len(r.Facts.Code.SSA(f).Uses(int(at.PC)))
	})
}
