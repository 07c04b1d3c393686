// Package syntaxerror reports what Lua rejects, in Lua's own words.
package syntaxerror

import (
	_ "embed"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
)

//go:embed doc.md
var doc string

// Check is syntax-error.
var Check = plan.Check{
	Check: &analysis.Check{
		Code:     "syntax-error",
		Luacheck: []string{"011"},
		Family:   "0",
		Title:    "Lua rejects this text",
		Doc:      doc,
		Severity: analysis.Error,
		Run:      run,
	},
}

func run(p *analysis.Pass) {
	for _, e := range p.Unit.Errors {
		f := p.Finding(p.Unit.Tree.Main.ID, e.Span)
		f.Luacheck = "011"
		f.Message = e.Msg
		p.Report(f)
	}
}
