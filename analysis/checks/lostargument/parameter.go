package lostargument

import (
	"fmt"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/effect"
	"luaflow/analysis/flow"
	"luaflow/analysis/textmap"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Parameters that are read, and that no call gives a value: they are nil.

// parameters looks at those of the function, from the last one on.
func (r *reporter) parameters() {
	if v := r.Program.Receiver(r.Flow.Number); v != nil && v.Given >= 0 {
		if never := r.notGiven(v.Given); len(never) > 0 {
			f := r.never(never)
			f.Message += ": it is called " + analysis.InPlaces(v.Calls...)
			f.Related = analysis.PointElsewhere(v.Calls, "called here")
			r.Report(f)
		}
		return
	}
	sites, ok := r.calls.Sites(r.Flow.Number)
	if !ok || r.Flow.IsLarge || !slices.ContainsFunc(sites, func(at flow.Site) bool { return int(at.Func) != r.Flow.Number }) {
		return
	}
	given := 0
	for _, at := range sites {
		given = max(given, r.given(at))
	}
	if never := r.notGiven(given); len(never) > 0 {
		f := r.never(never)
		var places []source.Span
		for _, at := range sites {
			places = append(places, r.Unit.Funcs[at.Func].Map.Origins.At(int(at.PC)).Span())
		}
		f.Related = analysis.Point(places, "called here")
		r.Report(f)
	}
}

// notGiven returns the parameters that the function needs of those after the first ones, so many of which are given.
func (r *reporter) notGiven(given int) (never []*syntax.Name) {
	hidden := int(r.Flow.Proto.NumParams) - len(r.Func.Params) // self
	for k := max(given-hidden, 0); k < len(r.Func.Params); k++ {
		n := r.Func.Params[k]
		b := &r.Unit.Res.Bindings[r.Unit.Res.Refs[n.ID].Binding]
		if b.Reads > 0 && b.Writes == 0 && !b.Captured && !r.Text.Quiet(b) && r.calls.IsNeeded(r.Flow, k+hidden) {
			never = append(never, n)
		}
	}
	return never
}

// given returns how many arguments a call gives, any number of them if the last gives several values.
func (r *reporter) given(at flow.Site) int {
	f := &r.Facts.Code.Funcs[at.Func]
	callees, _ := r.calls.Of(f, int(at.PC))
	n := len(r.Facts.Code.SSA(f).Uses(int(at.PC))) - callees.First
	if effect.TakesOpen(f.Proto.Code[at.PC]) {
		return int(^uint(0) >> 1)
	}
	return n
}

// never begins the finding of parameters.
func (r *reporter) never(params []*syntax.Name) analysis.Finding {
	f := r.Finding(r.ID, source.Span{Start: params[0].Start, End: params[len(params)-1].End})
	names := make([]string, len(params))
	for i, n := range params {
		names[i] = "`" + r.Unit.File.Slice(n.Span()) + "`"
	}
	f.Message = fmt.Sprintf("no call gives %s a value", textmap.Join(names, "or"))
	f.Subject.Binding = r.Unit.Res.Refs[params[0].ID].Binding
	return f
}
