// Package unusedrequire reports calls of require that do nothing: nobody takes what is required, and loading it does nothing else.
package unusedrequire

import (
	_ "embed"
	"fmt"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile/syntax"
)

//go:embed doc.md
var doc string

// Check is unused-require.
var Check = plan.Check{
	Plans: plans,
	Check: &analysis.Check{
		Code:     "unused-require",
		Family:   "2",
		Title:    "nothing uses this module, and loading it does nothing else",
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
	p.Text.EachStat(func(fn syntax.FuncID, st syntax.Stat) {
		name, at, ok := p.Program.IdleRequire(st)
		if !ok {
			return
		}
		f := p.Finding(fn, at)
		f.Subject.Stat, f.Fade = st.ID(), st.Span()
		f.Message = fmt.Sprintf("nothing uses the module `%s`, and loading it does nothing else", name)
		p.Report(f)
	})
}

// plans deletes the statement.
func plans(b *plan.Original, f *analysis.Finding) []plan.Choice {
	s := b.NewScript()
	s.Cut(b.Unit.Tree.Stats[f.Subject.Stat])
	return []plan.Choice{{{Title: "remove " + plan.Quote(plan.OneLine(b.Unit.File.Slice(f.Span))), Edits: s.Finish(), Lossy: true}}}
}
