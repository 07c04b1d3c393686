// Package unusedexport reports fields of what a module returns that nothing in the program uses.
package unusedexport

import (
	_ "embed"
	"fmt"
	"slices"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/modules"
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
		if k := slices.IndexFunc(p.Program.Slips, func(x modules.Slip) bool { return x.Index == k }); k >= 0 {
			x := p.Program.Slips[k]
			f.Message += fmt.Sprintf(": `%s` reads `%s` of it, which nothing sets", x.At.Path, x.Field)
			f.Related = analysis.PointElsewhere([]modules.Place{x.At}, "what is required here is asked for `"+x.Field+"`")
		}
		p.Report(f)
	}
}
