package fix

import (
	"luaflow/analysis"
	"luaflow/analysis/checks"
	"luaflow/analysis/fix/plan"
)

// This file asks the makers in the folders of the checks for plans.

// plansFor returns the choices for a finding; none if there is no exact way.
func plansFor(b *plan.Original, f *analysis.Finding) []plan.Choice {
	b.Unit.Meter.Step()
	if make := checks.Maker(f.Code); make != nil && !b.HasLongChains() {
		return make(b, f)
	}
	return nil
}
