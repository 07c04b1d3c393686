// Package lostresult reports variables that are to get more values than any function gives which may be called there, and
// functions whose results no call uses.
package lostresult

import (
	_ "embed"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/witness"
)

//go:embed doc.md
var doc string

// Check is lost-result.
var Check = plan.Check{
	Check: &analysis.Check{
		Code:     "lost-result",
		Family:   "5",
		Title:    "a function returns fewer values than the call asks for, or no call uses them",
		Doc:      doc,
		Severity: analysis.Warning,
		Mistake:  true,
		Topic:    witness.OfResults,
		Func:     run,
	},
}

func run(p *analysis.Pass) func(*analysis.FuncPass) {
	known := p.Facts.Calls()
	if known == nil {
		return nil
	}
	r := reporter{calls: known, constants: p.Facts.Constants()}
	return func(fp *analysis.FuncPass) {
		r.FuncPass = fp
		for i := range known.In(fp.Flow.Number) {
			r.call(&known.In(fp.Flow.Number)[i])
		}
		p.Program.EachCallee(fp.Flow.Number, r.callElsewhere)
		if v := p.Program.Receiver(fp.Flow.Number); v != nil {
			r.calledElsewhere(v)
		} else {
			r.function()
		}
	}
}
