package unusedparameter

import (
	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
)

// plans marks the parameter as unused by its name.
func plans(b *plan.Original, f *analysis.Finding) []plan.Choice { return plan.Renamed(b, f) }
