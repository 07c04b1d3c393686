// Package unusedexport reports fields of what a module returns that nothing in the program uses.
package unusedexport

import (
	_ "embed"
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
)

//go:embed doc.md
var doc string

// Check is unused-export.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:     "unused-export",
		Family:   "2",
		Title:    "nothing in the project uses this field of the module",
		Doc:      doc,
		Severity: analysis.Warning,
		Spare:    analysis.SpareInProgram,
		Basis:    analysis.OnText,
		Mark:     analysis.Unused,
		Program:  true,
		Run:      run,
	},
}

func run(p *analysis.Pass) {
	for _, k := range p.Program.Unused {
		s := p.Program.Summary()
		f := p.Finding(0, s.ExportedAt[k])
		f.Fade = f.Span
		what := "reads"
		if s.Exports[k].Function {
			what = "calls or reads"
		}
		f.Message = fmt.Sprintf("nothing in the project %s `%s`", what, p.Unit.File.Slice(f.Span))
		p.Report(f)
	}
}
