// Package unresolvedrequire reports names of modules that no file answers to, though one of the program should.
package unresolvedrequire

import (
	_ "embed"
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/modules"
)

//go:embed doc.md
var doc string

// Check is unresolved-require.
var Check = plan.Check{
	Check: &analysis.Check{
		Code:     "unresolved-require",
		Family:   "1",
		Title:    "no file answers to the name of this module",
		Doc:      doc,
		Severity: analysis.Warning,
		Basis:    analysis.OnText,
		Mistake:  true,
		Program:  true,
		Run:      run,
	},
}

func run(p *analysis.Pass) {
	for _, v := range p.Program.Requires {
		if !v.IsUnresolved {
			continue
		}
		s := p.Program.Summary()
		f := p.Finding(0, s.RequiredAt[v.Index])
		f.Message = fmt.Sprintf("no file of the project is the module `%s`", s.Requires[v.Index].Name)
		if v.Similar != "" {
			f.Message += fmt.Sprintf("; there is `%s`", v.Similar)
			f.Related = analysis.PointElsewhere([]modules.Place{v.SimilarAt}, "the module that may be meant")
		}
		p.Report(f)
	}
}
