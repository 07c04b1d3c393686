package lostresult

import (
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/calls"
	"luaflow/analysis/effect"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

// Functions that always return something, which no call uses.

// function looks at the function itself.
func (r *reporter) function() {
	sites, ok := r.calls.Sites(r.Flow.Number)
	if !ok || len(sites) == 0 {
		return
	}
	if n := r.calls.Results(r.Flow.Number); n.Least == 0 || n.Most == calls.Unbounded {
		return
	}
	for _, at := range sites {
		f := &r.Facts.Code.Funcs[at.Func]
		if c, _ := r.calls.Of(f, int(at.PC)); c.Skip > 0 || !effect.DiscardsResults(f.Proto.Code[at.PC]) {
			return
		}
	}
	returned, ok := r.returns()
	if !ok {
		return
	}
	first := sites[0]
	call, ok := r.Text.CallAt(r.Unit.Funcs[first.Func].Map.Origins.At(int(first.PC)).Span())
	if !ok {
		return
	}
	r.dropped(r.Text.CalleeName(call.Expr), analysis.Point(returned, returnedHere))
}

// returnedHere is said of the places where the function returns something.
const returnedHere = "returned here"

// dropped reports the function, which is called by a name in quotes, and returns something, with the places of both.
func (r *reporter) dropped(name string, places []analysis.Related) {
	f := r.Finding(r.ID, r.Text.Header(r.ID))
	f.Severity, f.Imposed = analysis.Hint, true // most return it by habit
	f.Message = fmt.Sprintf("no call uses what %s returns", name)
	f.Related = places
	r.Report(f)
}

// returns returns where the function returns its values. ok is false if it hands on what another function returns, or only what
// it is given.
func (r *reporter) returns() (at []source.Span, ok bool) {
	form := r.Facts.Code.SSA(r.Flow)
	for pc := range calls.Returns(r.Flow, r.constants) {
		s, isReturn := r.statAt(pc).(*syntax.Return)
		if i := r.Flow.Proto.Code[pc]; effect.ReferenceOf(i) != effect.Returns || effect.TakesOpen(i) || !isReturn {
			return nil, false
		}
		at = append(at, s.Span())
		for _, v := range form.Uses(pc) {
			ok = ok || int(v) >= int(r.Flow.Proto.NumParams)
		}
	}
	return at, ok
}

func (r *reporter) statAt(pc int) syntax.Stat {
	if id := r.Text.StatAround(r.Map.Origins.At(pc).Span()); id != syntax.NoStat {
		return r.Unit.Tree.Stats[id]
	}
	return nil
}
