package redundantreturn

import (
	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
)

// plans deletes a `return` at the end of a function.
func plans(b *plan.Original, f *analysis.Finding) []plan.Choice {
	return []plan.Choice{b.CutOnly(b.Unit.Tree.Stats[f.Subject.Stat], "remove the redundant `return`")}
}
