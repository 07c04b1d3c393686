package unbalancedassignment

import (
	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
)

// plans takes the values out of an assignment that no target gets. One that begins a
// line is most likely a statement after a comma too many, for people to look at.
func plans(b *plan.Original, f *analysis.Finding) []plan.Choice {
	a, ok := plan.AsAssignment(b.Unit.Tree.Stats[f.Subject.Stat])
	if !ok || len(a.Values) <= len(a.Targets) {
		return nil
	}
	choices := b.AttemptForms(func(s *plan.Script) (string, plan.Kept, bool) {
		what := s.SplitOff(&a, a.Stat.Span().Start, len(a.Targets))
		if what == plan.KeptCalls {
			return "turn the call into a statement", what, true
		}
		return "remove the extra values", what, true
	})
	for _, c := range choices {
		for i := range c {
			c[i].ByHand = c[i].ByHand || f.Severity < analysis.Hint
		}
	}
	return choices
}
