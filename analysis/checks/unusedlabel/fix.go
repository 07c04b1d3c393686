package unusedlabel

import (
	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
)

// plans deletes a label.
func plans(b *plan.Original, f *analysis.Finding) []plan.Choice {
	stat := b.Unit.Res.Labels[f.Subject.Label].Stat
	return []plan.Choice{b.Attempt(nil, func(s *plan.Script) (string, bool) {
		s.Cut(stat)
		return "remove the unused label " + plan.Quote(b.Unit.Tree.Str(stat.Label)), true
	})}
}
