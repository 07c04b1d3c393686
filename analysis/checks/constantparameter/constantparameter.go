// Package constantparameter reports conditions that a parameter decides because every call of the function gives it the
// same constant.
package constantparameter

import (
	_ "embed"

	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/witness"
)

//go:embed doc.md
var doc string

// Check is constant-parameter.
var Check = plan.Check{
	Check: &analysis.Check{
		Code:      "constant-parameter",
		Family:    "5",
		Title:     "every call gives a parameter the constant that decides a condition",
		Doc:       doc,
		Severity:  analysis.Hint,
		Uncovered: true,
		Mistake:   true,
		Topic:     witness.OfOthers,
		Func:      run,
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
		if v := p.Program.Receiver(fp.Flow.Number); v != nil {
			r.calledElsewhere(v)
		} else {
			r.parameters()
		}
	}
}
