package uselessloop

import (
	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
)

// plans deletes the loop.
func plans(b *plan.Original, f *analysis.Finding) []plan.Choice {
	return []plan.Choice{b.CutOnly(b.Unit.Tree.Stats[f.Subject.Stat], "remove the loop")}
}
