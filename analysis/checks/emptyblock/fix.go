package emptyblock

import (
	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile/syntax"
)

// plans deletes what holds nothing: a `do` block, a semicolon, an `if` with its
// condition, or the last branch of one.
func plans(b *plan.Original, f *analysis.Finding) []plan.Choice {
	switch stat := b.Unit.Tree.Stats[f.Subject.Stat].(type) {
	case *syntax.Do:
		return []plan.Choice{b.CutOnly(stat, "remove the empty block")}
	case *syntax.Empty:
		return []plan.Choice{b.CutOnly(stat, "remove the semicolon")}
	case *syntax.If:
		return b.AttemptForms(func(s *plan.Script) (string, plan.Kept, bool) {
			title, what := s.ClearIf(stat)
			s.LeavesEmpty = false // what else is empty was so before
			return title, what, title != ""
		})
	}
	return nil
}
