package unusedparameter

import (
	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
)

// Plans marks the parameter as unused by its name.
func Plans(b *plan.Original, f *analysis.Finding) []plan.Choice { return plan.Renamed(b, f) }
