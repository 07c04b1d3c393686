// Package redundantreturn reports a `return` without values at the end of a
// function, which returns there anyway.
package redundantreturn

import (
	_ "embed"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is redundant-return.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:     "redundant-return",
		Family:   "5",
		LuaLS:    []analysis.Diagnostic{{Name: "redundant-return", Group: "unused"}},
		Title:    "a `return` at the end of a function is redundant",
		Doc:      doc,
		Severity: analysis.Hint,
		Basis:    analysis.OnText,
		Leaving:  true,
		Run:      run,
	},
}

func run(p *analysis.Pass) {
	for _, fn := range p.Unit.Tree.Funcs {
		n := len(fn.Body.Stats)
		if n == 0 {
			continue
		}
		s, ok := fn.Body.Stats[n-1].(*syntax.Return)
		if !ok || len(s.Exprs()) > 0 || !p.Text.IsWhole(fn) || isUnreachable(p, fn) {
			continue
		}
		f := p.Finding(fn.ID, s.Span())
		f.Message = "`return` is redundant: the function ends here anyway"
		if fn.Parent == nil {
			f.Message = "`return` is redundant: the chunk ends here anyway"
		}
		f.Fade = f.Span
		f.Subject.Stat = s.ID()
		p.Report(f)
	}
}

// isUnreachable reports whether control never comes to the last statement of a function,
// which is said of it then, or whether that is not known.
func isUnreachable(p *analysis.Pass, fn *syntax.Function) bool {
	if p.Facts.Code == nil || p.Unit.Funcs[fn.ID].Broken || len(p.Unit.Tree.Errors) > 0 {
		return true
	}
	fp := p.At(fn.ID)
	return fp.Waste.IsUnreachable(fn.Body.Stats, len(fn.Body.Stats)-1, fp.Waste.Reach())
}
