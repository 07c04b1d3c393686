package fix

import (
	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/fix/plan"
	"luaflow/analysis/suppress"
	"luaflow/compile"
)

// This file asks the makers in the folders of the checks for plans.

// newOriginal returns what is known of a unit from its findings and the pass that found them.
func newOriginal(u *compile.Unit, findings []analysis.Finding, pass *analysis.Pass) *plan.Original {
	b := plan.NewOriginal(u, findings, pass)
	b.Uncomment = suppress.Remove
	return b
}

// plansFor returns the choices for a finding; none if there is no exact way.
func plansFor(b *plan.Original, f *analysis.Finding) []plan.Choice {
	b.Unit.Meter.Step()
	if make := checks.Maker(f.Code); make != nil {
		return make(b, f)
	}
	return nil
}
