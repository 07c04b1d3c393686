// Package unusedmodule reports modules to which nothing leads that starts the program.
package unusedmodule

import (
	_ "embed"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile/source"
)

//go:embed doc.md
var doc string

// Check is unused-module.
var Check = plan.Check{
	Check: &analysis.Check{
		Code:     "unused-module",
		Family:   "2",
		Title:    "nothing in the project loads this module",
		Doc:      doc,
		Severity: analysis.Warning,
		Basis:    analysis.OnText,
		Program:  true,
		Run:      run,
	},
}

func run(p *analysis.Pass) {
	stats := p.Unit.Tree.Main.Body.Stats
	if !p.Program.IsUnused || len(stats) == 0 {
		return
	}
	f := p.Finding(0, firstLine(p.Unit.File, stats[0].Span()))
	f.Message = "no file of the project that is used loads this one"
	p.Report(f)
}

// firstLine returns a span as far as the end of its first line.
func firstLine(f *source.File, at source.Span) source.Span {
	line := f.LineSpan(f.Point(at.Start, source.UTF8).Line)
	return source.Span{Start: at.Start, End: min(at.End, line.End)}
}
