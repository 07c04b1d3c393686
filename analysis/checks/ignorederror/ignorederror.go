// Package ignorederror reports calls that drop the error which a function of the file may return, where most other calls of it
// look at that.
package ignorederror

import (
	_ "embed"
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/calls"
	"luaflow/analysis/consts"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/flow"
	"luaflow/analysis/modules"
	"luaflow/analysis/witness"
	"luaflow/compile/source"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is ignored-error.
var Check = plan.Check{
	Check: &analysis.Check{
		Code:     "ignored-error",
		Family:   "5",
		Title:    "a call drops an error that most other calls look at",
		Doc:      doc,
		Severity: analysis.Hint,
		Mistake:  true,
		Topic:    witness.OfErrors,
		Run:      run,
	},
}

func run(p *analysis.Pass) {
	known := p.Facts.Calls()
	if known == nil {
		return
	}
	r := reporter{calls: known, constants: p.Facts.Constants()}
	p.EachFunc(func(fp *analysis.FuncPass) {
		r.FuncPass = fp
		r.function()
		p.Program.EachCallee(fp.Flow.Number, r.callElsewhere)
	})
}

// reporter looks at one function after the other.
type reporter struct {
	*analysis.FuncPass
	calls     *calls.Calls
	constants *consts.Constants
}

// function looks at the calls of the function, if it returns errors.
func (r *reporter) function() {
	sites, _ := r.calls.Sites(r.Flow.Number)
	var dropping []flow.Site
	looking := 0
	for _, at := range sites {
		switch witness.UseOfResults(r.Pass.Waste, at) {
		case witness.ResultsDropped:
			dropping = append(dropping, at)
		case witness.ResultsRead:
			looking++
		}
	}
	if len(dropping) == 0 || looking <= len(dropping) {
		return
	}
	if errors := r.errors(); len(errors) > 0 {
		for _, at := range dropping {
			if f, ok := r.dropped(at, looking, looking+len(dropping)-1); ok {
				f.Related = analysis.Point(errors, "it is returned here")
				r.Report(f)
			}
		}
	}
}

// errors returns where the function returns errors.
func (r *reporter) errors() (at []source.Span) {
	for _, pc := range calls.Errors(r.Flow, r.Facts.Code.SSA(r.Flow), r.constants) {
		at = append(at, r.Map.Origins.At(pc).Span())
	}
	return at
}

// callElsewhere looks at the call at pc, of a function of another file.
func (r *reporter) callElsewhere(c *modules.Callee, pc int) {
	at := flow.SiteAt(r.Flow.Number, pc)
	if c.Error == 0 || witness.UseOfResults(r.Pass.Waste, at) != witness.ResultsDropped {
		return
	}
	if f, ok := r.dropped(at, c.Looking, c.Others); ok {
		returned := modules.Place{Path: c.At.Path, Line: c.Error}
		f.Message += "; it is returned " + analysis.InPlaces(returned)
		f.Related = analysis.PointElsewhere([]modules.Place{returned}, "it is returned here")
		r.Report(f)
	}
}

// dropped begins the finding of a call that drops the error, which some of the others look at. ok is false if it is a second try.
func (r *reporter) dropped(at flow.Site, looking, others int) (f analysis.Finding, ok bool) {
	call, ok := r.Text.CallAt(r.Unit.Funcs[at.Func].Map.Origins.At(int(at.PC)).Span())
	if !ok || r.isSecondTry(call.Expr) {
		return f, false
	}
	name, _ := r.Text.Callee(call.Expr)
	f = r.Finding(syntax.FuncID(at.Func), name)
	f.Message = fmt.Sprintf("the error of %s is ignored: %d of %d other calls look at it", r.Text.CalleeName(call.Expr), looking, others)
	return f, true
}

// isSecondTry reports whether an `if` around a call asks what the same function returned for something else.
func (r *reporter) isSecondTry(call syntax.Expr) (found bool) {
	_, callee := r.Text.Callee(call)
	for _, s := range r.Unit.Tree.Stats {
		s, ok := s.(*syntax.If)
		if !ok || !s.Span().Covers(call.Span()) {
			continue
		}
		for _, c := range s.Clauses() {
			if c.Cond == nil {
				continue
			}
			syntax.Inspect(c.Cond, func(n syntax.Node) bool {
				switch e := n.(type) {
				case *syntax.Call, *syntax.MethodCall:
					_, other := r.Text.Callee(e.(syntax.Expr))
					found = found || other == callee
				}
				return true
			})
		}
	}
	return found
}
