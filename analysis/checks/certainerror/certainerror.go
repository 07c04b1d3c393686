// Package certainerror reports instructions that raise an error whenever they are executed, because of what their operands
// are: nil that is indexed, a number that is called, a table without a metatable in a sum.
//
// What an instruction refuses package value knows (value.Pool.Raises); what its operands are the values of the file tell, and
// the tests on the way, by package guards. That control comes there at all is not said.
package certainerror

import (
	_ "embed"
	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/guards"
	"luaflow/analysis/witness"
)

//go:embed doc.md
var doc string

// Check is certain-error.
var Check = plan.Check{
	Check: &analysis.Check{
		Code:      "certain-error",
		Family:    "5",
		Title:     "an operation always raises an error",
		Doc:       doc,
		Severity:  analysis.Warning,
		Uncovered: true, // of several errors the first is reported
		Mistake:   true,
		Topic:     witness.OfPath,
		Func:      run,
	},
}

func run(p *analysis.Pass) func(*analysis.FuncPass) {
	r := newReporter(p)
	if r == nil {
		return nil
	}
	return r.function
}

// newReporter returns what looks at the functions of a file; nil if nothing can be said of it.
func newReporter(p *analysis.Pass) *reporter {
	if known := p.Facts.Constants(); known != nil {
		return &reporter{constants: known, forms: p.Facts.Code.Forms(), origins: witness.OriginsIn(p.Waste)}
	}
	return nil
}

func (r *reporter) function(fp *analysis.FuncPass) {
	if r.find(fp); len(r.faults) == 0 || r.Text.IsTried(r.Func) {
		return
	}
	for i := range r.faults {
		r.report(&r.faults[i])
	}
}

// find fills r.faults with those of a function.
func (r *reporter) find(fp *analysis.FuncPass) {
	r.candidates, r.faults = r.candidates[:0], r.faults[:0]
	if fp.Flow.IsLarge || !r.constants.Called(fp.Flow) {
		return
	}
	r.FuncPass, r.form = fp, r.forms.Of(fp.Flow)
	if r.findCandidates(); len(r.candidates) == 0 || r.metatables().all {
		return
	}
	if r.walker.Constants == nil {
		r.walker = guards.Walker{Program: fp.Facts.Code.Guards(), Visitor: guards.Visitor{Arrival: r.arrive}, ByUse: true}
	}
	r.walker.Function(fp.Flow)
}
