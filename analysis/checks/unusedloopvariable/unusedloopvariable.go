// Package unusedloopvariable reports variables of for loops that nothing refers to.
// A loop cannot do without one, so a finding is a hint.
package unusedloopvariable

import (
	_ "embed"
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/witness"
	"luaflow/compile/resolve"
)

//go:embed doc.md
var doc string

// Check is unused-loop-variable.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:      "unused-loop-variable",
		Luacheck:  []string{"213"},
		Family:    "2",
		LuaLS:     []analysis.Diagnostic{{Name: "unused-local", Group: "unused"}},
		Title:     "this loop variable is never used",
		Doc:       doc,
		Mark:      analysis.Unused,
		Severity:  analysis.Hint,
		Basis:     analysis.OnVariable,
		Uncovered: true,
		Topic:     witness.OfStore,
		Run:       run,
	},
}

func run(p *analysis.Pass) {
	bindings := p.Unit.Res.Bindings
	for i := range bindings {
		b := &bindings[i]
		if b.Reads > 0 || b.Writes > 0 || b.Kind != resolve.LoopIndex && b.Kind != resolve.LoopVar || p.Text.Quiet(b) {
			continue
		}
		f := p.Finding(b.Func, b.Decl.Span())
		f.Luacheck = "213"
		f.Message = fmt.Sprintf("loop variable `%s` is never used", p.Text.Name(b))
		f.Fade = f.Span
		f.Subject.Binding, f.Subject.Stat = resolve.BindingID(i), b.Stat
		p.Report(f)
	}
}
