package unreachablecode

import (
	"luaflow/analysis"
	"luaflow/analysis/fix/plan"
	"luaflow/compile/syntax"
)

// plans deletes the run of statements that a finding fades.
func plans(b *plan.Original, f *analysis.Finding) []plan.Choice {
	first := f.Subject.Stat
	if first == syntax.NoStat || !f.Fade.Valid() {
		return nil
	}
	at := b.Places()[first]
	return []plan.Choice{b.Attempt(nil, func(s *plan.Script) (string, bool) {
		for _, stat := range at.Block.Stats[at.Index:] {
			if f.Fade.Covers(stat.Span()) {
				s.Cut(stat)
			}
		}
		return "remove the unreachable code", true
	})}
}
