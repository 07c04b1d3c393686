// Package ignorederror reports calls that drop the error which a function of the file may return, where most other calls of it
// look at that.
package ignorederror

import (
	_ "embed"
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/calls"
	"luaflow/analysis/consts"
	"luaflow/analysis/effect"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/flow"
	"luaflow/analysis/value"
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
			r.report(at, looking, looking+len(dropping)-1, errors)
		}
	}
}

// errors returns where the function returns nil or false, and something after it which tells why: no number, which may
// as well be a result. There are none if it returns nothing else.
func (r *reporter) errors() (at []source.Span) {
	succeeds := false
	form := r.Facts.Code.SSA(r.Flow)
	for pc := range calls.Returns(r.Flow, r.constants) {
		if i := r.Flow.Proto.Code[pc]; effect.ReferenceOf(i) == effect.Returns && len(form.Uses(pc)) == 2 &&
			r.constants.Operand(r.Flow, pc, 0).Is(value.Nil|value.False) && !r.constants.Operand(r.Flow, pc, 1).Is(value.Nil|value.Boolean|value.Number) {
			at = append(at, r.Map.Origins.At(pc).Span())
		} else {
			succeeds = true
		}
	}
	if !succeeds {
		return nil
	}
	return at
}

func (r *reporter) report(at flow.Site, looking, others int, errors []source.Span) {
	call, ok := r.Text.CallAt(r.Unit.Funcs[at.Func].Map.Origins.At(int(at.PC)).Span())
	if !ok || r.isSecondTry(call.Expr) {
		return
	}
	name, _ := r.Text.Callee(call.Expr)
	f := r.Finding(syntax.FuncID(at.Func), name)
	f.Message = fmt.Sprintf("the error of %s is ignored: %d of %d other calls look at it", r.Text.CalleeName(call.Expr), looking, others)
	f.Related = analysis.Point(errors, "it is returned here")
	r.Report(f)
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
