// Package unusedlabel reports labels that no goto leads to.
package unusedlabel

import (
	_ "embed"
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile/resolve"
)

//go:embed doc.md
var doc string

// Check is unused-label.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:      "unused-label",
		Luacheck:  []string{"521"},
		Family:    "5",
		LuaLS:     []analysis.Diagnostic{{Name: "unused-label", Group: "unused"}},
		Title:     "no goto leads to this label",
		Doc:       doc,
		Mark:      analysis.Unused,
		Severity:  analysis.Warning,
		Spare:     analysis.SpareInFile,
		Basis:     analysis.OnText,
		Uncovered: true,
		Run:       run,
	},
}

func run(p *analysis.Pass) {
	for i := range p.Unit.Res.Labels {
		l := &p.Unit.Res.Labels[i]
		if i == 0 || l.Used || len(p.Unit.Tree.Errors) > 0 || !p.Text.IsWhole(p.Unit.Tree.Funcs[l.Func]) {
			continue
		}
		f := p.Finding(l.Func, l.Stat.Span())
		f.Luacheck = "521"
		f.Message = fmt.Sprintf("label `%s` is never used", p.Unit.Tree.Str(l.Stat.Label))
		f.Fade = f.Span
		f.Subject.Label, f.Subject.Stat = resolve.LabelID(i), l.Stat.ID()
		p.Report(f)
	}
}
