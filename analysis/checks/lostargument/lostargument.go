// Package lostargument reports arguments that no function which may be called there takes, and parameters that no call
// gives a value.
package lostargument

import (
	_ "embed"
	"strings"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/witness"
)

//go:embed doc.md
var doc string

// Check is lost-argument.
var Check = plan.Check{
	Check: &analysis.Check{
		Code:     "lost-argument",
		Family:   "5",
		Title:    "no function that is called there takes this argument",
		Doc:      doc,
		Severity: analysis.Warning,
		Mistake:  true,
		Topic:    witness.OfOthers,
		Func:     run,
	},
}

func run(p *analysis.Pass) func(*analysis.FuncPass) {
	known := p.Facts.Calls()
	if known == nil {
		return nil
	}
	r := reporter{calls: known, constants: p.Facts.Constants()}
	formats := strings.Contains(p.Unit.File.Text(), stringFormat.Key())
	return func(fp *analysis.FuncPass) {
		r.FuncPass = fp
		for i := range known.In(fp.Flow.Number) {
			r.call(&known.In(fp.Flow.Number)[i])
		}
		p.Program.EachCallee(fp.Flow.Number, r.callElsewhere)
		if formats {
			r.formats()
		}
		if p.Globals.HasDefinitions() {
			r.described()
		}
		r.parameters()
	}
}
